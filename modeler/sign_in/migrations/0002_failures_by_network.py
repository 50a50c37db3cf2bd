"""Failures are counted by account and by network too. Older rows match nothing, and go within minutes."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("sign_in", "0001_sign_in")]

    operations = [
        migrations.RemoveIndex("failedsignin", "failed_sign_in_key"),
        migrations.RenameField("failedsignin", "key", "name"),
        *(
            migrations.AddField(
                "failedsignin",
                name,
                models.CharField(max_length=64, default=""),
                preserve_default=False,
            )
            for name in ("account", "network")
        ),
        *(
            migrations.AddIndex("failedsignin", models.Index(fields=[name], name=f"failed_sign_in_{name}"))
            for name in ("name", "account", "network", "made_at")
        ),
    ]
