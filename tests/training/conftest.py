"""Settings for all tests of training."""

import torch

torch.set_num_threads(1)  # threads that wait for each other take minutes on a busy machine
