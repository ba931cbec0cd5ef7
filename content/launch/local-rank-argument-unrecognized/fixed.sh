# The parser knows both spellings: the one with a hyphen is what torch 2.0 and later pass.
cat > train.py <<'END'
import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--local-rank", "--local_rank", type=int)
args = parser.parse_args()
print("local rank", args.local_rank, flush=True)
END

"$PYTHON" -m torch.distributed.launch --nproc-per-node=2 --master-port="$PORT" train.py
