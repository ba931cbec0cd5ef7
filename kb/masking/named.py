"""Secrets that are known by the name before them: NAME=value, "name": "value", --name value, headers, addresses."""

from __future__ import annotations

from kb.masking.rule import Rule
from kb.masking.shapes import FAKE

# Names whose value is a secret whatever it looks like, and names whose value must also look like one.
PASSWORDS = r"""(?:passw(?:or)?d|passphrase|(?<=_)pwd|secret(?:[_-]?access)?(?:[_-]?key)?|private[_-]?key)"""
TOKENS = r"""(?:token|api[_-]?key|(?:access|account|auth|encryption|signing|shared|license|master|storage)[_-]?key
    (?:[_-]?id)?|webhook|session[_-]?id|credentials?|auth|(?<=_)sas|(?<=_)pat|(?<=_)key|(?<![\w-])(?-i:KEY)(?==))"""
ENVIRONMENT = r"(?:TOKEN|API_?KEY|ACCESS_?KEY|AUTH_?KEY|CREDENTIALS?|_PAT|_AUTH|_WEBHOOK)"
# What may close the name and open the value: quotes, as they are or escaped, and colours.
CLOSED = r"""(?:\\{0,4}["'`\]]){0,3}(?:\x1b\[[0-9;]{0,12}m){0,2}"""
# After a bare "=" the value begins at once: in "A_TOKEN= B=1" it is empty. Megatron and DeepSpeed print dots between.
IS = r"""(?:=(?![=>])|[ \t]{1,8}:?=(?![=>])[ \t]{0,8}|[ \t]{0,8}(?:=>|:(?![:=])|：)[ \t]{0,40}|[ \t]\.{3,80}[ \t])
    (?:\x1b\[[0-9;]{0,12}m){0,2}"""
# Values that stand for one: nothing, a placeholder, a variable, a path, a call, a name handed on, what is masked.
NOT = r"""(?i:(?!(?:none|null|nil|true|false|yes|no|on|off|not|unset|undefined|empty|redacted|hidden|masked|required
    |missing|optional|invalid|incorrect|denied|failed|expired|unknown|str|bytes|optional\[str\]|default)(?![\w-]))
    (?![<*%{\[(]|x{3}|\.\.\.|your[_-]|\$\{|\$\(|\$[a-z_][a-z0-9_]{1,40}(?![\w$/.-]))
    (?!~?\.{0,2}/|[a-z]:\\|file:/)
    (?![a-z_][\w.]{0,60}[\[(]|(?:self|args|os|cfg|config|kwargs|settings|env)\.)
    (?!(?:[a-z]{1,20}_){0,3}(?:password|passwd|token|secret|key)[,)])
    (?!-----BEGIN)(?!\S{0,16}\[masked\]))"""
QUOTED = rf"""(?:\\{{0,4}}"{NOT}(?P<s1>(?:[^"\\\n]|\\[^"\n]){{1,500}})
    |\\{{0,4}}'{NOT}(?P<s2>(?:[^'\\\n]|\\[^'\n]){{1,500}}))"""
BARE = r"""[^\s"'`,;&\\]{0,499}[^\s"'`,;&\\)\]}>.:]"""
# On a command line, with blanks in it.
QUOTED_OPTION = rf"""(?:"{NOT}(?P<s6>[^"\n]{{1,500}})"|'{NOT}(?P<s7>[^'\n]{{1,500}})')"""
# A password may have any sign in it.
ANY = r"""[^\s"'`\\]{0,499}[^\s"'`,;&\\)\]}>.:]"""
# Words of language models: a pad_token is no secret.
LANGUAGE = r"""(?i:(?:pad|eos|bos|unk|cls|sep|mask|image|audio|video|special|stop|start|end|begin|next|last|first|prefix
    |suffix|tool|think|user|bad|unexpected|vocab|sub|per|draft|max|num|min|cache|sort|foreign|primary|public|pub|store
    |barrier)[_ -]?(?:token|key)["']?[ \t]{0,8}[:=])|(?i:\b(?:un)?expected\ token)"""

NAMED = (
    Rule(
        "password",
        "A password or secret that is named: PASSWORD=…, password: …, \"client_secret\": \"…\"",
        ("passw", "passphrase", "pwd", "secret", "private"),
        rf"""(?i:{PASSWORDS}){CLOSED}(?:
            {IS}{NOT}{QUOTED}
            | (?:=|[ \t]{{1,8}}:?=[ \t]{{0,8}})(?![=>]){NOT}(?P<s3>{ANY})
            | [ \t]{{0,8}}[:=][ \t]{{0,8}}\[(?!\S{{0,16}}\[masked\])(?P<s6>["'][^\]\n]{{1,500}})
            # After a colon may come a message: a value has a digit or a sign, or ends the line.
            | [ \t]{{0,8}}[:：][ \t]{{0,40}}{NOT}
              (?P<s4>(?=\S{{0,200}}[\d!@#$%^&*+=]){ANY} | [^\s"'`,;&]{{6,500}}(?=[ \t\r]{{0,8}}$))
            | (?:[ \t]is|[ \t]for[ \t][^\s:]{{1,60}}:|[ \t]\.{{3,80}})[ \t]{NOT}(?P<s5>(?=\S{{0,200}}\d){BARE})
        )""",
        "export DB_PASSWORD=correct-horse",
        (
            "root@10.0.0.7's password: Permission denied, please try again.",
            "FATAL: password authentication failed for user \"app\"",
            "login(user, password=password, secret=os.environ['S'])",
            "HF_SECRET=${HF_SECRET}",
            "-Dray.redis.password= -Dray.node-ip=10.24.7.31",
            "--mount=type=secret,id=hf",
            "ssh -o PasswordAuthentication=no 10.0.3.100 hostname",
        ),
    ),
    Rule(
        "environment",
        "A variable of the environment whose name ends in TOKEN, API_KEY, ACCESS_KEY, AUTH, PAT …",
        ("token", "key", "credential", "_pat", "_auth", "_webhook"),
        rf"""{ENVIRONMENT}{CLOSED}{IS}{NOT}(?:{QUOTED} | (?P<s3>(?![\d.]{{1,12}}(?![\w.-])){BARE}))""",
        "WANDB_API_KEY=local-abcdef",
        (
            "GOOGLE_APPLICATION_CREDENTIALS=/secrets/gcp.json",
            "PAD_TOKEN=[PAD] EOS_TOKEN=</s> IMAGE_TOKEN=151655",
            "HF_TOKEN=$HF_TOKEN",
            "HF_TOKEN= MASTER_ADDR=10.0.0.1",
            "HF_TOKEN: not set",
        ),
        unless=LANGUAGE,
    ),
    Rule(
        "token",
        "A token or key that is named in any spelling, where the value looks drawn by chance",
        ("token", "key", "credential", "auth", "webhook", "session", "_sas", "_pat"),
        rf"""(?i:{TOKENS}){CLOSED}{IS}{NOT}\\{{0,4}}["']?(?P<s1>[\w+/.~-]{{8,500}}={{0,2}})""",
        f'"access_token": "{FAKE[:20]}"',
        (
            "num_tokens=4096 max_tokens: 4096 token_type_ids: 0",
            "pad_token='<pad>' eos_token=<|im_end|> next_token=checkpoint40",
            "tokenizer: LlamaTokenizerFast2b7c9d1e",
            "key: store_based_barrier_key:1 (world_size=4, worker_count=12)",
        ),
        random=True,
        unless=LANGUAGE,
    ),
    Rule(
        "password-option",
        "A password on a command line: --password …, sshpass -p …, docker login -p …, curl -u user:…, mysql -p…",
        (
            *("passw", "secret", "passphrase", "sshpass", "login", "curl", "private"),
            *("mysql", "mariadb", "redis-cli", "mongo"),
        ),
        rf"""(?i:-{{1,2}}[\w-]{{0,40}}{PASSWORDS})["']?[ \t]{{0,3}},?[ \t]{{1,3}}(?:{QUOTED_OPTION}
              | ["']?{NOT}(?P<s1>(?![A-Z_]{{2,40}}\]|-){ANY}))
            | \b(?:sshpass|(?:docker|podman|nerdctl|helm|az|huggingface-cli|hf)[^\n]{{0,40}}?[ ]login)\b[^\n]{{0,120}}?
              [ ](?:-p|-t|--token)[ =]?(?:["']{NOT}(?P<s8>[^"'\n]{{1,500}})|{NOT}(?P<s2>(?!-){ANY}))
            | \bcurl\b[^\n]{{0,300}}?[ ](?:-u|--user)[ =]?["']?[^\s:"']{{1,100}}:(?P<s3>[^\s"']{{1,200}})
            # MySQL's clients take it without a blank: after one comes the database.
            | \b(?:mysql|mariadb)(?:dump|admin|import|sh|show|check)?\b[^\n]{{0,200}}?[ ]-p["']?{NOT}(?P<s4>{BARE})
            | \b(?:redis-cli\b[^\n]{{0,200}}?[ ]-a|mongo(?:sh|dump|restore)?\b[^\n]{{0,200}}?[ ]-p)[ ]["']?{NOT}
              (?P<s5>(?!-){BARE})""",
        "train.py --db-password swordfish --steps 10",
        (
            "usage: x [--password PASSWORD]",
            "sshpass: command not found",
            "curl -u user: https://a.example",
            "mysql -u root -p runs",
        ),
    ),
    Rule(
        "token-option",
        "A token on a command line, where the value looks drawn by chance: --hf-token …",
        ("token", "key"),
        r"(?i:-{1,2}[\w-]{0,40}(?:token|api[_-]?key|[_-]key))[\"']?[ \t]{0,3},?[ \t]{1,3}[\"']?"
        r"(?P<s1>[\w+/.~-]{8,500}={0,2})",
        f"train.py --hub-token {FAKE[:24]}",
        ("[--eos-token EOS_TOKEN] [--pad-token PAD_TOKEN]", "--max-token 4096 --image-token image_pad"),
        random=True,
    ),
    Rule(
        "authorization",
        "Authorization headers: Bearer, Basic, Token, AWS4",
        ("authorization",),
        rf"""(?i:authorization){CLOSED}[ \t]{{0,4}}[:=,][ \t]{{0,4}}(?:b?\\{{0,4}}["'])?
            (?i:(?:bearer|basic|token|digest|negotiate|apikey|aws4-hmac-sha256)[ \t]{{1,4}})?{NOT}
            (?P<s1>(?=\S{{0,400}}[\d=_.+/-]|[^\s"']{{12}})[^\s"'<>\\]{{6,4000}}
              (?:,?[ \t](?:SignedHeaders|Signature|Credential)=[^\s"']{{1,500}}){{0,3}})""",
        f"Authorization: Basic {FAKE[:12]}=",
        ("Authorization: header is missing", "authorization: required"),
    ),
    Rule(
        "bearer",
        "Bearer tokens without their header",
        ("bearer",),
        r"""(?i:\bbearer)[ \t]{1,4}(?:token[ \t:=]{1,4})?\\{0,4}["']?(?P<s1>[\w+/.~-]{12,4000}={0,2})""",
        f"got a bearer {FAKE[:20]}",
        ("www-authenticate: Bearer realm=", "Bearer authentication-required"),
        random=True,
    ),
    Rule(
        "cookie",
        "Cookies",
        ("cookie",),
        rf"""(?i:\b(?:set-)?cookie){CLOSED}[ \t]{{0,4}}[:=][ \t]{{0,4}}(?:b?\\{{0,4}}["'])?
            (?P<s1>[\w.-]{{1,80}}=[^\n"'\\]{{4,4000}})""",
        "Set-Cookie: session=c2Vzc2lvbg; Path=/",
        ("cookie: none",),
    ),
    Rule(
        "password-in-address",
        "The password in an address: ://user:password@host",
        ("://",),
        r"://[^\s/:@\"'<>\[\]]{0,100}:(?!sha256:)(?!\[masked\]|\*{3}|%s|\{|\$\{|<)(?P<s1>[^\s/\"'<>]{1,300})@(?!sha256:)",
        "postgres://app:swordfish@db:5432/runs",
        (
            "tcp://10.0.0.1:29500 store@rank0",
            "docker://registry.example.org:5000/train@sha256:e3b0c44298fc",
            "git+https://git@github.com/org/repo.git",
            "redis://user:***@cache:6379",
        ),
    ),
    Rule(
        "token-in-address",
        "A token in the place of an address's user",
        ("http",),
        r"https?://(?P<s1>[\w.~-]{16,300})@",
        f"pip install git+https://{FAKE[:24]}@git.example.org/x",
        ("https://platform-team-readonly@dev.azure.com/org",),
        random=True,
    ),
    Rule(
        "docker-auth",
        "What docker's config.json keeps",
        ('auth', "identitytoken"),
        r"\\{0,4}\"(?:auth|identitytoken|registrytoken)\\{0,4}\"\s{0,8}:\s{0,8}\\{0,4}\"(?P<s1>[\w+/.=-]{8,4000})",
        '{"auths": {"ghcr.io": {"auth": "dXNlcjpzd29yZGZpc2g="}}}',
        ('{"auth": null}',),
    ),
    Rule(
        "kaggle",
        "Kaggle's kaggle.json",
        ("username",),
        r"\"username\"[^\n{}]{0,80}?\"key\"[ ]{0,4}:[ ]{0,4}\"(?P<s1>[0-9a-f]{32})\"",
        '{"username":"ann","key":"' + "0f1e2d3c4b5a6978" * 2 + '"}',
    ),
    Rule(
        "netrc",
        "Passwords of a .netrc file",
        ("password",),
        r"""(?:\blogin[ \t]{1,4}\S{1,80}\s{1,8}|^[ \t]{1,8})
            password[ \t]{1,4}(?P<s1>(?=\S{0,100}\d)\S{4,300})[ \t\r]{0,8}$""",
        "machine api.wandb.ai login user password 0f1e2d3c",
        ("password authentication failed",),
        lines=2,
    ),
    Rule(
        "kubernetes-env",
        "A variable of a pod whose value stands on the next line",
        ("name:", "name\""),
        rf"""name"?:[ \t]{{1,4}}"?[\w.-]{{0,80}}(?i:{PASSWORDS}|{ENVIRONMENT})"?,?[ \t\r]{{0,4}}\n
            [ \t]{{0,40}}"?value"?:[ \t]{{1,4}}["']?{NOT}(?P<s1>[^\s"']{{1,500}})""",
        "- name: HF_TOKEN\n  value: swordfish",
        ("- name: HF_TOKEN\n  valueFrom:\n    secretKeyRef:",),
        lines=2,
    ),
    Rule(
        "chinese",
        "A password, key or token that is named in Chinese",
        ("密码", "口令", "密钥", "令牌"),
        r"""(?:密码|口令|密钥|令牌)[ \t]{0,4}(?:[:：=]|是|为)[ \t]{0,4}["'“「]?
            (?!\S{0,16}\[masked\])(?P<s1>[\x21-\x7e]{6,300})""",
        "数据库密码：swordfish7",
        ("密码错误，请重试",),
    ),
)  # fmt: skip
