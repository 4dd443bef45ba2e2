"""Residual networks by torchvision (resnet18) and in plain PyTorch (resnet20): resnet_oracle.py QUESTION ANSWER ...

A question is a safetensors file with the network's weights under their names, images, the weights of the scores in the
loss and perhaps columns beside the images; the answer has the scores in training and in evaluation, the gradients of
all weights and the running statistics after the training step. Nothing here is shared with the C++ code.
"""
import pathlib
import sys

import torch
import torchvision
from torch.nn import functional

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))
from tensor_files import read, write  # noqa: E402


class Torchvision(torch.nn.Module):
    """resnet18 as torchvision has it; a small stem replaces the 7x7 convolution and the pooling behind it."""

    def __init__(self, channels, columns, stem):
        super().__init__()
        self.net = torchvision.models.resnet18()
        if stem == "small":
            self.net.conv1 = torch.nn.Conv2d(channels, 64, 3, 1, 1, bias=False)
            self.net.maxpool = torch.nn.Identity()
        elif channels != 3:
            self.net.conv1 = torch.nn.Conv2d(channels, 64, 7, 2, 3, bias=False)
        self.net.fc = torch.nn.Identity()
        self.fc = torch.nn.Linear(512 + columns, 1)

    def forward(self, images, columns):
        return self.fc(torch.cat([self.net(images), *columns], 1))[:, 0]


class Block(torch.nn.Module):
    def __init__(self, inputs, outputs, stride):
        super().__init__()
        self.stride, self.added = stride, outputs - inputs
        self.conv1 = torch.nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
        self.bn1 = torch.nn.BatchNorm2d(outputs)
        self.conv2 = torch.nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False)
        self.bn2 = torch.nn.BatchNorm2d(outputs)

    def forward(self, images):
        inner = self.bn2(self.conv2(self.bn1(self.conv1(images)).relu()))
        if self.stride == 2:
            images = functional.pad(images[:, :, ::2, ::2], (0, 0, 0, 0, self.added // 2, self.added // 2))
        return (inner + images).relu()


class ResNet20(torch.nn.Module):
    def __init__(self, channels, columns):
        super().__init__()
        self.conv1 = torch.nn.Conv2d(channels, 16, 3, 1, 1, bias=False)
        self.bn1 = torch.nn.BatchNorm2d(16)
        self.layer1 = torch.nn.Sequential(Block(16, 16, 1), Block(16, 16, 1), Block(16, 16, 1))
        self.layer2 = torch.nn.Sequential(Block(16, 32, 2), Block(32, 32, 1), Block(32, 32, 1))
        self.layer3 = torch.nn.Sequential(Block(32, 64, 2), Block(64, 64, 1), Block(64, 64, 1))
        self.fc = torch.nn.Linear(64 + columns, 1)

    def forward(self, images, columns):
        values = self.layer3(self.layer2(self.layer1(self.bn1(self.conv1(images)).relu())))
        return self.fc(torch.cat([values.mean((2, 3)), *columns], 1))[:, 0]


def without_prefix(name):
    return name[len("net."):] if name.startswith("net.") else name


def loaded(net, tensors):
    """With the question's weights: each must be there, under its name and in its shape."""
    state = net.state_dict()
    for name in state:
        if not name.endswith("num_batches_tracked"):
            state[name] = tensors[without_prefix(name)]
    net.load_state_dict(state)
    return net.to(tensors["images"].dtype)


def answer(question):
    tensors, options = read(question)
    columns = [tensors["features"]] if "features" in tensors else []
    beside = columns[0].shape[1] if columns else 0
    channels = tensors["images"].shape[1]
    if options["model"] == "resnet20":
        net = loaded(ResNet20(channels, beside), tensors)
    else:
        net = loaded(Torchvision(channels, beside, options["stem"]), tensors)
    judged = net.eval()(tensors["images"], columns)
    scores = net.train()(tensors["images"], columns)
    (scores * tensors["loss_weights"]).sum().backward()
    gradients = {f"gradient.{without_prefix(name)}": tensor.grad for name, tensor in net.named_parameters()}
    running = {without_prefix(name): tensor for name, tensor in net.named_buffers() if ".running_" in name}
    return {"scores": scores, "judged": judged, **gradients, **running}


if __name__ == "__main__":
    torch.set_num_threads(1)
    for question, place in zip(sys.argv[1::2], sys.argv[2::2]):
        write(place, answer(question))
