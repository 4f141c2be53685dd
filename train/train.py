"""Trains a network from data of `jogo datagen` and writes it as a file for the engine.

    python train.py --data g0.dat --out ataxx.net

Runs on a GPU if there is one, else on the CPU. The README says what the options mean.
"""

import argparse
import math
import time

import torch

import data
from model import Network, Quantised


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", nargs="+", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--epochs", type=float, default=8)
    parser.add_argument("--batch", type=int, default=8192)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--final-rate", type=float, default=2e-5)
    parser.add_argument("--lambda", dest="blend", type=float, default=0.6, help="share of the score in the target, beside the result")
    parser.add_argument("--score-scale", type=float, default=0, help="score of the data that stands for 1; 0: fitted to the results")
    parser.add_argument("--scale", type=int, default=400, help="evaluation that an output of 1 stands for")
    parser.add_argument("--generation", default="0")
    parser.add_argument("--start", help="continue from these weights, as written by --weights, or from this network file")
    parser.add_argument("--weights", help="where to keep the weights in floating point")
    parser.add_argument("--curve", help="where to draw the loss")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=math.inf, help="the epochs are cut down to fit this time")
    return parser.parse_args()


def fit_scale(samples):
    """Returns the score that stands for 1 in a logistic curve of the results."""
    share = torch.randperm(len(samples), generator=torch.Generator().manual_seed(0))[:200_000]
    score, result = samples.score[share], samples.result[share] / 2
    best = min(range(100, 3000, 25), key=lambda scale: bce(torch.sigmoid(score / scale), result).item())
    return float(best)


def bce(probability, target):
    return torch.nn.functional.binary_cross_entropy(probability.clamp(1e-6, 1 - 1e-6), target)


class Batches:
    """Batches on the device, each position turned or mirrored at random."""

    def __init__(self, samples, game, device, target, generator):
        self.game, self.samples, self.generator = game, samples, generator
        self.packed, self.target = samples.packed.to(device), target.to(device)
        self.symmetries = game.symmetries().to(device)
        self.device = device
        # Inputs that take long to make are made once, and turned as such.
        self.permutations = game.permutations()
        self.made = None
        if self.permutations is not None:
            parts = [game.encode(data.unpack(part, samples.cells, samples.cell_bits)) for part in self.packed.split(65536)]
            width = max(inputs.shape[1] for inputs, _ in parts)
            fill = [torch.nn.functional.pad(inputs, (0, width - inputs.shape[1]), value=game.inputs) for inputs, _ in parts]
            self.made = torch.cat([inputs.to(torch.int16) for inputs in fill]), torch.cat([bucket for _, bucket in parts])
            self.permutations = self.permutations.to(device)

    def get(self, index, augment=True):
        if self.made is not None:
            inputs, bucket = (part[index] for part in self.made)
            if augment:
                which = torch.randint(len(self.permutations), (1,), generator=self.generator)
                inputs = self.permutations[which[0]][inputs.int()]
            return inputs.int(), bucket, self.target[index]
        cells = data.unpack(self.packed[index], self.samples.cells, self.samples.cell_bits)
        if augment:
            which = torch.randint(len(self.symmetries), (1,), generator=self.generator)
            cells = cells[:, self.symmetries[which[0]]]
        return (*self.game.encode(cells), self.target[index])


def main():
    options = arguments()
    torch.manual_seed(options.seed)
    generator = torch.Generator().manual_seed(options.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    samples = data.read(options.data)
    game = data.GAMES[samples.name]
    score_scale = options.score_scale or fit_scale(samples)
    target = options.blend * torch.sigmoid(samples.score / score_scale) + (1 - options.blend) * samples.result / 2
    # Whole blocks of games are held out.
    held_out = (samples.game // 32) % 20 == 7
    held, kept = held_out.nonzero()[:, 0], (~held_out).nonzero()[:, 0]
    print(f"{len(kept)} positions to train on, {len(held)} held out, a score of {score_scale:.0f} stands for 1, {device}")

    network = Network(game, options.hidden).to(device)
    if options.start and options.start.endswith(".net"):
        network.load_file(options.start)
    elif options.start:
        network.load_state_dict(torch.load(options.start, map_location=device))
    batches = Batches(samples, game, device, target, generator)
    per_epoch = max(1, len(kept) // options.batch)
    steps = max(1, round(options.epochs * per_epoch))
    optimizer = torch.optim.Adam(network.parameters(), lr=options.rate)
    curve, begun, running, step = [], time.time(), None, 0

    def held_out_loss():
        with torch.no_grad():
            losses = [
                bce(torch.sigmoid(network(*(batch := batches.get(part.to(device), augment=False))[:2])), batch[2]) * len(part)
                for part in held.split(65536)
            ]
        return (sum(losses) / max(1, len(held))).item()

    while step < steps:
        order = kept[torch.randperm(len(kept), generator=generator)]
        for part in order[: per_epoch * options.batch].split(options.batch):
            if step >= steps:
                break
            share = step / steps
            for group in optimizer.param_groups:
                group["lr"] = options.final_rate + (options.rate - options.final_rate) * (1 + math.cos(math.pi * share)) / 2
            inputs, bucket, wanted = batches.get(part.to(device))
            loss = bce(torch.sigmoid(network(inputs, bucket)), wanted)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            network.clip()
            step += 1
            # Reading the loss waits for the device, so not every step does.
            if running is None:
                running = loss.item()
            elif step % 8 == 0:
                running += 0.05 * (loss.item() - running)
            if step % max(1, steps // 40) == 0 or step == steps:
                held_loss = held_out_loss() if len(held) else running
                curve.append((step, running, held_loss))
                print(f"step {step}/{steps} loss {running:.5f} held out {held_loss:.5f} {time.time() - begun:.0f} s", flush=True)
            if step == 20 and math.isfinite(options.minutes):
                left = options.minutes * 60 / max(1e-9, (time.time() - begun) / step)
                steps = min(steps, max(21, round(left)))

    quantised = Quantised(network)
    check = held[:4096] if len(held) else kept[:4096]
    inputs, bucket, _ = batches.get(check.to(device), augment=False)
    with torch.no_grad():
        exact = network(inputs, bucket).cpu() * options.scale
    rounded = quantised.forward(inputs.cpu(), bucket.cpu(), options.scale)
    error = (exact - rounded).abs()
    print(f"quantised: mean error {error.mean():.2f}, largest {error.max():.1f}, in the unit of the evaluation")
    if error.mean() > 0.05 * options.scale:
        raise SystemExit("the quantised network is too far from the network")
    provenance = (
        f"generation {options.generation}; {len(samples)} positions; {options.hidden} hidden; blend {options.blend}; score scale {score_scale:.0f}; "
        f"{steps} steps of {options.batch}; held-out loss {curve[-1][2]:.5f}; seed {options.seed}"
    )
    print("id", quantised.write(options.out, game, options.scale, provenance))
    if options.weights:
        torch.save(network.state_dict(), options.weights)
    if options.curve:
        draw(curve, options.curve)


def draw(curve, path):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    steps, train, held = zip(*curve)
    pyplot.plot(steps, train, label="training")
    pyplot.plot(steps, held, label="held out")
    pyplot.xlabel("step")
    pyplot.ylabel("loss")
    pyplot.legend()
    pyplot.savefig(path)


if __name__ == "__main__":
    main()
