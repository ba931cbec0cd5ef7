# A script of before torch 2.0: its parser knows the option with an underscore only.
cat > train.py <<'END'
import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--local_rank", type=int)
args = parser.parse_args()
print("local rank", args.local_rank, flush=True)
END

"$PYTHON" -m torch.distributed.launch --nproc-per-node=2 --master-port="$PORT" train.py
