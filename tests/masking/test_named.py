"""Secrets known by their names, in the spellings that logs have."""

import pytest

from kb.masking import mask
from kb.masking.named import NAMED
from kb.masking.shapes import FAKE, HEX

PASSWORD = "hunter2secret"  # noqa: S105

NAMES = ("PASSWORD", "db_password", "CLIENT_SECRET", "clientSecret", "AWS_SECRET_ACCESS_KEY", "MYSQL_PWD", "passphrase")
TOKENS = ("HF_TOKEN", "hub_token", "WANDB_API_KEY", "api-key", "apiKey", "access_token", "x-api-key", "ACCOUNT_KEY")
SPELLINGS = (
    "{name}={value}",
    "{name}={value} torchrun train.py",
    "{name} = {value}",
    "{name}: {value}",
    '{name}="{value}"',
    "export {name}='{value}'",
    'declare -x {name}="{value}"',
    '{{"{name}": "{value}", "lr": 0.1}}',
    "environ({{'{name}': '{value}', 'HOME': '/root'}})",
    '{{\\"{name}\\": \\"{value}\\"}}',
    "--{name} {value} --steps 10",
    "--{name}={value}",
    "['train.py', '--{name}', '{value}']",
    "Namespace(lr=0.1, {name}='{value}')",
    "https://x.example/a?{name}={value}&b=1",
    "\x1b[32m{name}\x1b[0m=\x1b[31m{value}\x1b[0m",
    "  {name} ................ {value}",
    "- name: {name}\n  value: {value}",
)


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("name", NAMES)
def test_a_password_is_masked_in_every_spelling(name, spelling):
    if "- name" in spelling and name == "clientSecret":
        return  # no variable of an environment
    masked, count = mask(spelling.format(name=name, value=PASSWORD))

    assert PASSWORD not in masked and count == 1


@pytest.mark.parametrize("spelling", SPELLINGS[:-1])
@pytest.mark.parametrize("name", TOKENS)
@pytest.mark.parametrize("value", [FAKE[:24], HEX])
def test_a_token_is_masked_in_every_spelling(name, value, spelling):
    masked, count = mask(spelling.format(name=name, value=value))

    assert value not in masked and count == 1


@pytest.mark.parametrize(
    "line",
    [
        f"Authorization: Bearer {FAKE}",
        "authorization: Basic dXNlcjpwYXNzd29yZA==",
        f"headers={{'Authorization': 'token {FAKE}'}}",
        "https://user:dXNlcjpwYXNz@git.example.com/x",
        "mongodb://u:p@dXNlcjpwYXNz@h/",
        f"http://127.0.0.1:8888/lab?token={HEX}",
        f"Cookie: a=1; sessionid={FAKE}",
        f"KEY={FAKE}",
        "sshpass -p 'dXNlcjpwYXNz' ssh node1",
        "curl -u me:dXNlcjpwYXNz https://x",
        "mysqldump --port=3306 -uroot -p'dXNlcjpwYXNz' runs",
        "redis-cli -h cache -a dXNlcjpwYXNz ping",
        "mongo -u app -p dXNlcjpwYXNz runs",
        "密码是dXNlcjpwYXNz",
    ],
)
def test_headers_addresses_and_commands(line):
    masked, count = mask(line)

    assert count == 1
    assert not any(secret in masked for secret in (FAKE, HEX, "dXNlcjpwYXNz"))


@pytest.mark.parametrize(
    "line",
    [
        "num_tokens=4096 pad_token=<pad> tokenizer=LlamaTokenizerFast max_tokens: 4096 token_type_ids=[0]",
        "[Rank 1] WorkNCCL(SeqNum=7683, OpType=ALLREDUCE, NumelIn=1, NumelOut=1, Timeout(ms)=600000) ran for 600105 ms",
        "NCCL INFO comm 0x55d0a4b1c2d0 rank 0 nranks 8 cudaDev 0 busId 1b000 commId 0x8a4c3c2f1e0d9b7a - Init COMPLETE",
        "GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-5f2d1c3b-4a59-6877-8695-a4b3c2d1e0f9)",
        "[PG ID 2 PG GUID 24(dp_group) Rank 3] Observed flight recorder dump signal",
        f"torch.version.git_version = {HEX}",
        f"HEAD is now at {HEX[:10]} fix the key error",
        "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "wait timeout after 300000ms, keys: /default_pg/0//store_based_barrier_key:1:last_worker",
        "[1] is setting up NCCL communicator and retrieving ncclUniqueId from [0] via c10d key-value store by key '0'",
        "KeyError: 'model.layers.0.self_attn.q_proj.weight'",
        "RSA key fingerprint is SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8.",
        "Permission denied (publickey,password).",
        "usage: serve [--api-key API_KEY] [--tokenizer TOKENIZER] [--max-tokens MAX_TOKENS]",
        "self.token = token, api_key=os.environ['K'], password=getpass.getpass()",
        "/run/secrets/kubernetes.io/serviceaccount/token: no such file or directory",
        'Error: secret "hf-token-2b7c9d1e" not found',
        "Unexpected token: 0x7f3a2b1c9d8e7f6a at position 3",
        "LOCAL_RANK=0 MASTER_ADDR=10.0.0.1 MASTER_PORT=29500 TORCHELASTIC_RUN_ID=2f1d7a3c-9b8e-4c6d-8a5f-1e2d3c4b5a69",
    ],
)
def test_lines_that_prove_something_stay(line):
    assert mask(line) == (line, 0)


def test_every_named_rule_says_what_it_is():
    assert all(rule.what and rule.example for rule in NAMED)


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ('--password "correct horse battery" --steps 9', '--password "[masked]" --steps 9'),
        ("sshpass -p 'Ssh Pass9' ssh host", "sshpass -p '[masked]' ssh host"),
        ("DB_PASSWORD=p@ss,word;semi", "DB_PASSWORD=[masked]"),
        ("password: Tr0ub4dor&3xyz", "password: [masked]"),
        ('secret_key: ["one1", "two2"]', "secret_key: [[masked]]"),
    ],
    ids=["blanks", "blanks behind -p", "signs", "signs behind a colon", "a list"],
)
def test_a_password_is_masked_to_its_end(text, masked):
    assert mask(text) == (masked, 1)
    assert mask(masked)[0] == masked
