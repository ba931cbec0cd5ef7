# Starts its workers by name, in a shell with the PATH that ssh and cron give.
missing=0
for rank in 0 1; do
    RANK=$rank env PATH=/usr/bin:/bin sh -c 'python3 -c "import sys, torch; print(sys.executable, torch.__version__)"' || missing=$((missing + 1))
done
echo "MEASURED workers without torch = $missing"
