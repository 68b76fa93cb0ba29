"""The addresses of accounts. Of allauth's pages only those stand here that we have words for."""

from allauth.account import views as keys
from allauth.mfa.base import views as factor
from allauth.mfa.recovery_codes import views as codes
from allauth.mfa.totp import views as totp
from django.urls import path, re_path

from fokozat.web import backups
from fokozat.web.account import first, mail, officers, own, tokens

urlpatterns = [
    path("account/", own.own_account, name="own-account"),
    path("account/language/", own.own_language, name="own-language"),
    path("account/notices/", own.own_notices, name="own-notices"),
    path("account/card/", own.own_card, name="own-card"),
    path("account/card/claim/", own.own_claim, name="own-claim"),
    path("account/card/error/", own.own_error, name="own-error"),
    path("account/data/", own.own_data_page, name="own-data"),
    path("account/data/file/", own.own_data_file, name="own-data-file"),
    path("account/tokens/", tokens.tokens, name="own-tokens"),
    path("account/tokens/<uuid:uid>/end/", tokens.end_token, name="own-token-end"),
    path("account/first/<str:secret>/", first.setup, name="setup"),
    path("account/sign-in/", keys.login, name="account_login"),
    path("account/sign-out/", keys.logout, name="account_logout"),
    path("account/sign-up/", keys.signup, name="account_signup"),
    path("account/inactive/", keys.account_inactive, name="account_inactive"),
    path("account/confirm/", keys.email_verification_sent, name="account_email_verification_sent"),
    path("account/confirm/<str:key>/", keys.confirm_email, name="account_confirm_email"),
    path("account/again/", keys.reauthenticate, name="account_reauthenticate"),
    path("account/password/", keys.password_change, name="account_change_password"),
    path("account/password/reset/", keys.password_reset, name="account_reset_password"),
    path("account/password/reset/sent/", keys.password_reset_done, name="account_reset_password_done"),
    path(
        "account/password/reset/done/",
        keys.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
    re_path(
        r"^account/password/reset/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>[^/]+)/$",
        keys.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
    path("account/factor/", factor.index, name="mfa_index"),
    path("account/factor/code/", factor.authenticate, name="mfa_authenticate"),
    path("account/factor/again/", factor.reauthenticate, name="mfa_reauthenticate"),
    path("account/factor/start/", totp.activate_totp, name="mfa_activate_totp"),
    path("account/factor/end/", totp.deactivate_totp, name="mfa_deactivate_totp"),
    path("account/factor/codes/", codes.view_recovery_codes, name="mfa_view_recovery_codes"),
    path("account/factor/codes/new/", codes.generate_recovery_codes, name="mfa_generate_recovery_codes"),
    path("account/factor/codes/file/", codes.download_recovery_codes, name="mfa_download_recovery_codes"),
    path("office/claims/", officers.claims, name="claims"),
    path("office/claims/<int:key>/", officers.claim_decided, name="claim-decided"),
    path("office/reports/<uuid:uid>/", officers.report_settled, name="report-settled"),
    path("office/backups/", backups.backups, name="backups"),
    path("office/mail/", mail.mail, name="mail"),
    path("office/roles/", officers.roles, name="roles"),
    path("office/roles/<int:key>/end/", officers.role_ended, name="role-ended"),
]
