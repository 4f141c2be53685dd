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
    def permutations():
        """A batch is turned as cells before its inputs are made."""
        return None

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


class ThreeDragons:
    """Pieces by place and strength, their neighbours, what could be captured, and a few counts."""

    buckets = 8
    # As many inputs are active at most; WEIGHT_MAX of the model depends on it.
    active = 64
    size = 9
    squares = 81
    slide_step, slide_steps, quiet_steps, around = 4, 16, 8, 5
    caves = ((0, 4), (4, 4), (8, 4))
    corners = ((0, 0), (8, 0), (0, 8), (8, 8))
    enemy, shut = 6, 13

    def __init__(self, name, strongest, dragons):
        self.name, self.strongest, self.dragons = name, strongest, dragons
        self.contacts = 2 * strongest * self.squares
        self.bitten = self.contacts + 2 * 256
        self.hunted = self.bitten + 2 * self.squares
        self.slides = self.hunted + (self.squares if strongest > 1 else 0)
        self.quiet = self.slides + 2 * self.slide_steps
        self.rings = self.quiet + self.quiet_steps
        self.inputs = self.rings + (len(self.caves) * self.around**2 if dragons else 0)
        closed = torch.zeros(9, 9, dtype=torch.bool)
        for file, rank in self.caves + self.corners:
            closed[rank, file] = True
        self.closed = closed

    def symmetries(self):
        """The board may be mirrored in both directions; a quarter turn would move the caves."""
        board = torch.arange(self.squares).reshape(9, 9)
        ways = [board, board.flip(0), board.flip(1), board.flip((0, 1))]
        return torch.stack([torch.cat((way.reshape(-1), torch.tensor([81, 82]))) for way in ways])

    def permutations(self):
        """What each symmetry makes of each input, as lists of inputs; the last one is the filling."""
        ways = []
        for turned, (up, across) in zip(self.symmetries()[:, : self.squares], ((0, 0), (1, 0), (0, 1), (1, 1))):
            way = torch.arange(self.inputs + 1)
            blocks = [*range(0, self.contacts, self.squares), *range(self.bitten, self.slides, self.squares)]
            for block in blocks:
                way[block + turned] = block + torch.arange(self.squares)
            pattern = torch.arange(256)
            outer = (pattern & 0x11) << 3 | (pattern & 0x88) >> 3 if up else pattern & 0x99
            middle = (pattern & 0x22) << 1 | (pattern & 0x44) >> 1 if across else pattern & 0x66
            swapped = outer | middle
            for side in range(2):
                way[self.contacts + side * 256 + pattern] = self.contacts + side * 256 + swapped
            if across and self.dragons:
                ring = torch.arange(self.around**2)
                for cave in range(3):
                    way[self.rings + cave * self.around**2 + ring] = self.rings + (2 - cave) * self.around**2 + ring
            ways.append(way)
        return torch.stack(ways).to(torch.int32)

    @staticmethod
    def _beside(board):
        """Returns what stands below, on the left, on the right and above, for every square; 0 off the board."""
        padded = torch.nn.functional.pad(board, (1, 1, 1, 1))
        return padded[:, :-2, 1:-1], padded[:, 1:-1, :-2], padded[:, 1:-1, 2:], padded[:, 2:, 1:-1]

    def _prospects(self, side, enemies, empty):
        """Returns the slides of a side, and which enemies it could capture between two jaws and by power.

        Sides are boards of strengths, 0 where they have no piece.
        """
        reached = []
        for direction in range(4):
            run = torch.zeros_like(side)
            for _ in range(8):
                run = empty * self._beside(side + run)[direction]
            reached.append(run)
        slides = sum((run > 0).sum((1, 2)) for run in reached)
        strongest = torch.stack(reached).amax(0)
        jaws = (side > 0) | self.closed.to(side.device) & (enemies == 0)
        below, left, right, above = self._beside(strongest)
        jaw_below, jaw_left, jaw_right, jaw_above = self._beside(jaws)
        pinched = (below > 0) & jaw_above | (above > 0) & jaw_below | (left > 0) & jaw_right | (right > 0) & jaw_left
        hunter = torch.stack((below, left, right, above)).amax(0)
        return slides, pinched & (enemies > 0), (hunter > enemies) & (enemies > 0)

    def encode(self, cells):
        """Returns the active inputs and the bucket of each position; a row is filled up with `inputs`."""
        count, device = len(cells), cells.device
        board = cells[:, : self.squares].reshape(-1, 9, 9).to(torch.int8)
        own = board * (board <= self.enemy)
        other = (board - self.enemy) * ((board > self.enemy) & (board < self.shut))
        closed = self.closed.to(device)
        shut = closed & (own == 0) & (other == 0)
        empty = ((own == 0) & (other == 0) & ~closed).to(torch.int8)
        place = torch.arange(self.squares, device=device)
        inputs, masks = [], []

        def add(numbers, mask):
            inputs.append(numbers.reshape(count, -1).to(torch.int32))
            masks.append(mask.reshape(count, -1))

        prospects = [self._prospects(own, other, empty), self._prospects(other, own, empty)]
        always = torch.ones(count, 1, dtype=torch.bool, device=device)
        for side, (slides, _, _) in enumerate(prospects):
            add(self.slides + side * self.slide_steps + (slides // self.slide_step).clamp(max=self.slide_steps - 1), always)
        quiet = (cells[:, self.squares] + 16 * cells[:, self.squares + 1]).clamp(max=100)
        add(self.quiet + quiet.to(torch.int32) * self.quiet_steps // 101, always)
        if self.dragons:
            around = [sum((plane > 0).to(torch.int32) for plane in self._beside(side)) for side in (own, other)]
            for cave, (file, rank) in enumerate(self.caves):
                ring = (cave * self.around + around[0][:, rank, file]) * self.around + around[1][:, rank, file]
                add(self.rings + ring, board[:, rank, file] == 14)
        for side, (pieces, enemies) in enumerate(((own, other), (other, own))):
            is_piece = pieces > 0
            strength = pieces.reshape(count, -1).to(torch.int32) - 1
            add((side * self.strongest + strength) * self.squares + place, is_piece)
            low, high = (self._beside((plane > 0) | shut) for plane in (pieces, enemies))
            pattern = sum(bit.to(torch.int32) << at for at, bit in enumerate(low + high))
            add(self.contacts + side * 256 + pattern, is_piece)
            _, bitten, hunted = prospects[1 - side]
            add((self.bitten + side * self.squares + place).expand(count, -1), bitten)
            if self.strongest > 1 and side == 0:
                add((self.hunted + place).expand(count, -1), hunted)
        inputs, masks = torch.cat(inputs, 1), torch.cat(masks, 1)
        counts = masks.sum(1)
        width = int(counts.max())
        row, column = masks.nonzero(as_tuple=True)
        packed = torch.full((count, width), self.inputs, dtype=torch.int32, device=device)
        packed[row, masks.cumsum(1)[row, column] - 1] = inputs[row, column]
        pieces = ((own > 0) | (other > 0)).sum((1, 2))
        return packed, ((pieces - 3).clamp(min=0) // 2).clamp(max=self.buckets - 1)


DRAGONS = (ThreeDragons("threedragons", 1, False), ThreeDragons("threedragons-power", 6, False), ThreeDragons("threedragons-dragons", 6, True))
GAMES = {game.name: game for game in (Ataxx, *DRAGONS)}
