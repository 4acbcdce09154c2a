"""A plugin of detect-secrets: the secrets that sign webhooks, which no plugin of its own knows by their form."""

import re

from detect_secrets.plugins.base import RegexBasedDetector


class WebhookSecretDetector(RegexBasedDetector):
    secret_type = "Webhook Secret"
    denylist = [re.compile(r"whsec_[A-Za-z0-9+/]{24,}={0,2}")]
