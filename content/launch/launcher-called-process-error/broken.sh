# The training writes to a file of its own, so the launcher's message is all that is on the screen.
cat > train.py <<'END'
import sys

import torch
from accelerate import Accelerator

sys.stderr = open("train.log", "w")
accelerator = Accelerator(cpu=True)
model, loader = accelerator.prepare(torch.nn.Linear(4, 1), torch.utils.data.DataLoader(torch.randn(8, 5), batch_size=2))
for batch in loader:
    model(batch)  # five features, the layer wants four
print(f"wrote {len(loader)} batches with {accelerator.num_processes} process")
END
"$PYTHON" -m accelerate.commands.launch --cpu --num_processes 1 --num_machines 1 --mixed_precision no --dynamo_backend no train.py
