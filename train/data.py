"""Training data of `jogo datagen`: reading files, unpacking cells, symmetries, inputs.

The file form is described in docs/nets.md. Everything after reading works on tensors, on whatever device they are.
"""

import zlib
from dataclasses import dataclass

import numpy as np
import torch

HEADER = np.dtype(
    [
        ("magic", "S8"),
        ("name", "S32"),
        ("cells", "<u2"),
        ("cell_bits", "<u2"),
        ("nodes", "<u4"),
        ("seed", "<u8"),
        ("network", "<u4"),
        ("reserved", "<u4"),
    ]
)
BLOCK = np.dtype([("first_game", "<u8"), ("games", "<u4"), ("samples", "<u4"), ("checksum", "<u4")])


@dataclass
class Samples:
    """Positions as packed cells, with the score and the result for the side to move (0 loss, 1 draw, 2 win)."""

    name: str
    cells: int
    cell_bits: int
    packed: torch.Tensor
    score: torch.Tensor
    result: torch.Tensor
    game: torch.Tensor

    def __len__(self):
        return len(self.score)


def read(paths):
    """Reads data files of one game. Blocks that are damaged, and what follows them, are an error."""
    parts, header = [], None
    for path in paths:
        raw = np.fromfile(path, dtype=np.uint8)
        head = raw[: HEADER.itemsize].view(HEADER)[0]
        if head["magic"] != b"JOGODAT1":
            raise ValueError(f"{path}: this is not training data of version 1")
        kind = (head["name"].decode(), int(head["cells"]), int(head["cell_bits"]))
        if header not in (None, kind):
            raise ValueError(f"{path}: positions of {kind[0]} do not fit those of {header[0]}")
        header = kind
        packed_bytes = (kind[1] * kind[2] + 7) // 8
        sample_bytes = packed_bytes + 4
        at = HEADER.itemsize
        while at < len(raw):
            block = raw[at : at + BLOCK.itemsize].view(BLOCK)[0]
            start, end = at + BLOCK.itemsize, at + BLOCK.itemsize + int(block["samples"]) * sample_bytes
            if end > len(raw) or zlib.crc32(raw[start:end], zlib.crc32(raw[at : at + 16])) != int(block["checksum"]):
                raise ValueError(f"{path}: the block at byte {at} is damaged or cut off")
            if end > start:
                rows = raw[start:end].reshape(-1, sample_bytes)
                # Positions of one block stay together when data is held out, because they come from the same games.
                parts.append((rows, int(block["first_game"])))
            at = end
    if not parts:
        raise ValueError("no positions were read")
    rows = np.concatenate([rows for rows, _ in parts])
    games = np.concatenate([np.full(len(rows), game, dtype=np.int64) for rows, game in parts])
    packed_bytes = rows.shape[1] - 4
    return Samples(
        *header,
        packed=torch.from_numpy(np.ascontiguousarray(rows[:, :packed_bytes])),
        score=torch.from_numpy(rows[:, packed_bytes : packed_bytes + 2].copy().view("<i2")[:, 0].astype(np.float32)),
        result=torch.from_numpy(rows[:, packed_bytes + 2].astype(np.float32)),
        game=torch.from_numpy(games),
    )


def unpack(packed, cells, cell_bits):
    """Returns one small integer per cell."""
    wide = torch.nn.functional.pad(packed.to(torch.int16), (0, 1))
    first = torch.arange(cells, device=packed.device) * cell_bits
    words = wide[:, first // 8] | wide[:, first // 8 + 1] << 8
    return (words >> (first % 8).to(torch.int16)) & ((1 << cell_bits) - 1)


class Ataxx:
    """36 windows of two by two squares with 256 states each, and eight phases by the number of empty squares."""

    name = "ataxx"
    inputs = 36 * 256
    active = 36
    buckets = 8
    size = 7

    @staticmethod
    def symmetries():
        """The eight ways to turn and mirror the board, as lists of cells."""
        board = torch.arange(49).reshape(7, 7)
        turns = [torch.rot90(board, k) for k in range(4)]
        return torch.stack([t.reshape(-1) for b in turns for t in (b, b.flip(1))])

    @staticmethod
    def encode(cells):
        """Returns the active inputs and the bucket of each position."""
        board = cells.reshape(-1, 7, 7)
        low, high = (board & 1).to(torch.int32), (board >> 1).to(torch.int32)

        def plane(bits):
            return bits[:, :-1, :-1] | bits[:, :-1, 1:] << 1 | bits[:, 1:, :-1] << 2 | bits[:, 1:, 1:] << 3

        states = (plane(low) | plane(high) << 4).reshape(-1, 36)
        inputs = states + torch.arange(36, device=cells.device, dtype=torch.int32) * 256
        empty = (cells == 0).sum(1)
        return inputs, empty * Ataxx.buckets // 50


GAMES = {game.name: game for game in (Ataxx,)}
