"""The network: one hidden layer of squared clipped linear units, and a set of output weights per phase of the game."""

import hashlib
import struct

import numpy as np
import torch
from torch import nn

# The integers of the quantised network; the same as in crates/engine/src/net.
UNIT = 255
OUTPUT_UNIT = 64
OUTPUT_WEIGHT_MAX = 127 / OUTPUT_UNIT


def weight_max(game):
    """The largest weight with which no sum of the hidden layer overflows; files hold none above 668."""
    return 32767 // (max(game.active, 48) + 1) / UNIT


class Network(nn.Module):
    def __init__(self, game, hidden):
        super().__init__()
        self.hidden, self.buckets = hidden, game.buckets
        self.weight_max = weight_max(game)
        # One more row, of zeros: rows of fewer active inputs are filled up with it.
        self.embedding = nn.EmbeddingBag(game.inputs + 1, hidden, mode="sum", padding_idx=game.inputs)
        self.bias = nn.Parameter(torch.zeros(hidden))
        self.output = nn.Parameter(torch.empty(game.buckets, hidden))
        self.output_bias = nn.Parameter(torch.zeros(game.buckets))
        nn.init.uniform_(self.embedding.weight, -0.1, 0.1)
        with torch.no_grad():
            self.embedding.weight[-1] = 0
        nn.init.constant_(self.bias, 0.3)
        nn.init.uniform_(self.output, -0.2, 0.2)

    def forward(self, inputs, bucket):
        units = (self.embedding(inputs) + self.bias).clamp(0, 1).square()
        return (units * self.output[bucket]).sum(1) + self.output_bias[bucket]

    @torch.no_grad()
    def load_file(self, path):
        """Takes the rounded weights of a network file, to go on from a network that was kept as such only."""
        with open(path, "rb") as file:
            content = file.read()
        inputs, hidden, buckets, _, length = struct.unpack_from("<5I", content, 40)
        own = self.embedding.num_embeddings - 1, self.hidden, self.buckets
        if content[:8] != b"JOGONET1" or (inputs, hidden, buckets) != own:
            raise ValueError(f"{path}: this is no network of {own[0]} inputs, {own[1]} hidden units and {own[2]} buckets")
        at = 60 + length

        def numbers(count, kind):
            nonlocal at
            part = np.frombuffer(content, kind, count, at).astype(np.float32)
            at += part.size * np.dtype(kind).itemsize
            return torch.from_numpy(part)

        self.embedding.weight[:-1] = numbers(inputs * hidden, "<i2").reshape(inputs, hidden) / UNIT
        self.bias[:] = numbers(hidden, "<i2") / UNIT
        self.output[:] = numbers(buckets * hidden, "<i2").reshape(buckets, hidden) / OUTPUT_UNIT
        self.output_bias[:] = numbers(buckets, "<i4") / (UNIT * OUTPUT_UNIT)

    @torch.no_grad()
    def clip(self):
        """Keeps all weights within what the quantised network can hold."""
        self.embedding.weight.clamp_(-self.weight_max, self.weight_max)
        self.bias.clamp_(-self.weight_max, self.weight_max)
        self.output.clamp_(-OUTPUT_WEIGHT_MAX, OUTPUT_WEIGHT_MAX)


class Quantised:
    """The same network in integers, as the engine computes it."""

    @torch.no_grad()
    def __init__(self, network):
        self.weights = (network.embedding.weight.cpu() * UNIT).round().to(torch.int64)
        self.bias = (network.bias.cpu() * UNIT).round().to(torch.int64)
        self.output = (network.output.cpu() * OUTPUT_UNIT).round().to(torch.int64)
        self.output_bias = (network.output_bias.cpu() * UNIT * OUTPUT_UNIT).round().to(torch.int64)

    def forward(self, inputs, bucket, scale):
        units = (self.weights[inputs.long()].sum(1) + self.bias).clamp(0, UNIT)
        total = (units * units * self.output[bucket]).sum(1)
        value = torch.div(total, UNIT, rounding_mode="trunc") + self.output_bias[bucket]
        return torch.div(value * scale, UNIT * OUTPUT_UNIT, rounding_mode="trunc")

    def write(self, path, game, scale, provenance):
        """Writes the file that the engine reads; docs/nets.md describes it. Returns the network's id."""
        text = provenance.encode()
        inputs, hidden = self.weights.shape[0] - 1, self.weights.shape[1]
        content = b"JOGONET1" + game.name.encode().ljust(32, b"\0")
        content += struct.pack("<5I", inputs, hidden, game.buckets, scale, len(text)) + text
        for words in (self.weights[:-1], self.bias, self.output):
            content += words.numpy().astype("<i2").tobytes()
        content += self.output_bias.numpy().astype("<i4").tobytes()
        digest = hashlib.sha256(content)
        with open(path, "wb") as file:
            file.write(content + digest.digest())
        return digest.hexdigest()[:16]
