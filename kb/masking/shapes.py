"""Secrets that are known by their own look, wherever they stand."""

from __future__ import annotations

from kb.masking.rule import Rule

# Examples are put together here, so that no scanner takes this file for a leak.
FAKE = "A1b2C3d4E5f6G7h8J9k0M1n2P3q4R5s6T7u8V9w0"
HEX = "0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c"
# No letter or digit before it, unless that ends an escape: %3D, \\n, a colour.
START = r"(?:(?<![A-Za-z0-9])|(?<=%[0-9A-F][0-9A-F])|(?<=\\[nrt])|(?<=[0-9;\[]m))"
END = r"(?![A-Za-z0-9])"

SHAPES = (
    Rule(
        "hugging-face",
        "Hugging Face tokens",
        ("hf_", "api_org_"),
        START + r"(?:hf|api_org)_(?P<s1>[A-Za-z0-9]{20,200})",
        f"hf_{FAKE[:34]}",
        ("from huggingface_hub import hf_hub_download, hf_raise_for_status", "HF_HUB_ENABLE_HF_TRANSFER=1"),
    ),
    Rule(
        "openai-anthropic",
        "Keys of OpenAI, Anthropic, OpenRouter and others that begin with sk-",
        ("sk-",),
        START + r"sk-(?:(?:ant|proj|svcacct|admin|or|lf|None)-(?P<s1>[\w-]{16,400})|(?P<s2>[A-Za-z0-9]{20,200}))",
        f"sk-ant-api03-{FAKE}",
        ("node sk-gpu-0012-rack-03 is down", "sk-learn-contrib-0123456789-build"),
    ),
    Rule(
        "github",
        "GitHub tokens (ghp_, gho_, ghu_, ghs_, ghr_, github_pat_)",
        ("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"),
        START + r"(?:gh[pousr]_(?P<s1>[A-Za-z0-9]{20,255})|github_pat_(?P<s2>\w{22,255}))",
        f"ghp_{FAKE[:36]}",
        ("github_patch_applied_to_worker_0_of_8",),
    ),
    Rule(
        "gitlab",
        "GitLab tokens (glpat-, gldt-, glrt-, glcbt- and their kin)",
        ("glpat-", "gldt-", "glrt-", "glcbt-", "glptt-", "glft-", "gloas-", "glsoat-", "glagent-", "glimt-", "glffct-"),
        START + r"gl(?:pat|dt|rt|cbt|ptt|ft|oas|soat|agent|imt|ffct)-(?P<s1>[\w.-]{20,320})",
        f"glpat-{FAKE[:20]}",
    ),
    Rule(
        "aws-pair",
        "The secret that stands beside an AWS access key",
        ("akia", "asia"),
        START + r"""(?:AKIA|ASIA)[A-Z0-9]{16}["']?[ \t]{0,8}[:,;|\t ][ \t]{0,8}["']?
            (?P<s1>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+])""",
        f"aws keys: AKIA{'IOSFODNN7ABCDEFG'},{FAKE}",
    ),
    Rule(
        "aws-access-key",
        "AWS access keys (AKIA, ASIA …)",
        ("akia", "asia", "abia", "acca", "a3t"),
        START + r"(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)(?P<s1>[A-Z0-9]{16})\b",
        f"AKIA{'IOSFODNN7ABCDEFG'}",
        ("region ASIA_PACIFIC_SOUTHEAST_1",),
    ),
    Rule(
        "google",
        "Google API keys, OAuth tokens and storage HMAC keys",
        ("aiza", "ya29.", "goog1", "gocspx-"),
        START + r"(?:AIza(?P<s1>[\w-]{35})|ya29\.(?P<s2>[\w-]{20,2000})|GOOG1(?P<s3>[A-Z0-9]{20,60})"
        r"|GOCSPX-(?P<s4>[\w-]{20,40}))",
        f"AIza{FAKE[:35]}",
    ),
    Rule(
        "azure",
        "Azure account keys, client secrets and shared access signatures",
        ("accountkey=", "sharedaccesskey=", "q~"),
        r"(?:(?:Account|SharedAccess)Key=(?P<s1>[A-Za-z0-9+/]{20,100}={0,2})"
        r"|(?<![\w.~-])(?P<s2>[\w~.]{3}\dQ~[\w.~-]{31,34})(?![\w.~-]))",
        f"AccountKey={FAKE * 2}==",
    ),
    Rule(
        "signed-address",
        "The signature of a signed download address (Azure SAS, S3, Google, CloudFront)",
        ("sig=", "signature=", "security-token=", "policy="),
        r"[?&;](?:amp;)?(?:sig|[Ss]ignature|[Pp]olicy|X-(?:Amz|Goog)-Signature|X-Amz-Security-Token)="
        r"(?P<s1>[\w%+/=~.-]{16,4000})",
        f"https://acct.blob.core.windows.net/c/f?sv=2024-01-01&sig={FAKE}%3D",
        ("?sig=int8", "&signature=forward"),
    ),
    Rule(
        "json-web-token",
        "JSON web tokens",
        ("eyj",),
        START + r"(?P<s1>eyJ[\w-]{10,4000}\.[\w-]{10,8000}(?:\.[\w-]{0,4000})?)",
        f"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx{FAKE[:8]}.{FAKE}",
    ),
    Rule(
        "neptune",
        "Neptune API tokens and other JSON in base64 that names a key",
        ("eyjhcglf",),
        START + r"eyJhcGlf(?P<s1>[A-Za-z0-9+/_-]{20,4000}={0,2})",
        f"eyJhcGlf{FAKE}",
    ),
    Rule(
        "wandb",
        "Weights & Biases keys: 40 hex digits after wandb and key or login, or wandb_v1_…",
        ("wandb",),
        r"(?i:wandb[^\n]{0,80}?\b(?:api[_ -]?key|key|login|relogin|password)\b[^\n]{0,60}?)"
        r"(?<![\w-])(?P<s1>[0-9a-f]{40})\b|\bwandb_v1_(?P<s2>\w{20,200})",
        f"wandb login --relogin {HEX}",
        (f"wandb: git commit {HEX}", f"wandb: run 3f2a at commit {HEX}"),
    ),
    Rule(
        "slack",
        "Slack tokens and webhooks",
        ("xox", "xapp-", "hooks.slack.com"),
        START + r"(?:xox[a-z](?:\.xox[a-z])?|xapp)-(?P<s1>[\w-]{10,300})"
        r"|hooks\.slack\.com/(?:services|workflows|triggers)/(?P<s2>[\w/+-]{8,200})",
        f"https://hooks.slack.com/services/T000/B000/{FAKE[:24]}",
    ),
    Rule(
        "chat-webhook",
        "Webhooks of Discord, Teams, Feishu/Lark, DingTalk and WeCom",
        ("/api/webhooks/", "webhook.office.com", "/bot/v2/hook/", "webhook/send?key=", "robot/send?access_token="),
        r"(?:/api/webhooks/\d{5,25}/(?P<s1>[\w-]{20,100})|webhook\.office\.com/(?P<s2>[\w/@-]{20,400})"
        r"|/bot/v2/hook/(?P<s3>[\w-]{8,80})|/webhook/send\?key=(?P<s4>[\w-]{8,80})"
        r"|/robot/send\?access_token=(?P<s5>[\w-]{8,100}))",
        f"https://discord.com/api/webhooks/123456789012345678/{FAKE}",
        ("POST https://kb.example.org/api/webhooks/123456/ returned 404",),
    ),
    Rule(
        "discord-bot",
        "Discord bot tokens, in a text that speaks of Discord",
        ("discord",),
        START + r"(?P<s1>[MNO][A-Za-z\d_-]{23,25}\.[A-Za-z\d_-]{6}\.[A-Za-z\d_-]{27,38})(?![\w.-])",
        f"discord: logging in with M{FAKE[:23]}.{FAKE[:6]}.{FAKE[:27]}",
        ("discord: ModelForConditionalGenerat.layers.self_attn",),
        random=True,
    ),
    Rule(
        "packages",
        "Tokens of npm, PyPI and Docker Hub",
        ("npm_", "pypi-ag", "dckr_"),
        START + r"(?:npm_(?P<s1>[A-Za-z0-9]{30,60})|pypi-(?P<s2>Ag[\w-]{30,1000})"
        r"|dckr_(?:pat|oat)_(?P<s3>[\w-]{20,80}))",
        f"npm_{FAKE[:36]}",
        ("npm_config_cache=/root/.npm",),
    ),
    Rule(
        "vendors",
        "Keys of NVIDIA NGC, Databricks, Replicate, Groq, Perplexity, xAI, Stripe, SendGrid, Vault, Alibaba, Tencent …",
        ("nvapi-", "dapi", "r8_", "gsk_", "pplx-", "xai-", "_live_", "_test_", "sg.", "hvs.", "hvb.", "ltai", "akid",
         "dop_v1_", "age-secret-key-", "tskey-", "pmak-", "akcp"),
        START + r"(?:nvapi-(?P<s1>[\w-]{20,200})|dapi(?P<s2>[a-f0-9]{32}(?:-\d)?)" + END
        + r"|r8_(?P<s3>[A-Za-z0-9]{30,60})|gsk_(?P<s4>[A-Za-z0-9]{30,80})|pplx-(?P<s5>[A-Za-z0-9]{30,80})"
        r"|xai-(?P<s6>[A-Za-z0-9]{30,120})|[sr]k_(?:live|test|prod)_(?P<s7>[A-Za-z0-9]{10,99})"
        r"|SG\.(?P<s8>[\w-]{16,40}\.[\w-]{20,60})|hv[sb]\.(?P<s9>[\w-]{24,300})|LTAI(?P<s10>[A-Za-z0-9]{12,30})" + END
        + r"|AKID(?P<s11>[A-Za-z0-9]{13,60})" + END
        + r"|do[opr]_v1_(?P<s12>[a-f0-9]{64})|AGE-SECRET-KEY-1(?P<s13>[0-9A-Z]{58})|tskey-(?P<s14>[\w-]{20,80})"
        r"|PMAK-(?P<s15>[a-f0-9]{24}-[a-f0-9]{34})|AKCp(?P<s16>[A-Za-z0-9]{69}))",
        f"nvapi-{FAKE}",
        ("dapi_worker_0 started", "SG.forward.attention", "xai-shap-explainer"),
    ),
)  # fmt: skip
