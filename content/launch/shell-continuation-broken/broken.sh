# A comment between the continued lines ends the launch command.
cat > train.py <<'END'
import argparse

import torch

parser = argparse.ArgumentParser()
parser.add_argument("--batch", type=int, default=1)
parser.add_argument("--steps", type=int, default=1)
options = parser.parse_args()
total = sum(torch.ones(options.batch).sum().item() for _ in range(options.steps))
print(f"MEASURED samples seen = {total:.0f}")
END
"$PYTHON" train.py --batch 4 \
    # five are enough
    --steps 5
echo "the script went on"
