"""The tools of AMD and Ascend that say what nvidia-smi says of NVIDIA's GPUs."""
