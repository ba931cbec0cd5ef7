"""The tools of AMD, Ascend, Moore Threads and Intel that say what nvidia-smi says of NVIDIA's GPUs."""
