import { type Administrator, accountsContract } from '#shared/accounts/contract.ts';
import { accountWordings as messages } from '#shared/accounts/wordings.ts';
import { attempt } from '../../../acts/attempt.ts';
import { call, untilNextAct } from '../../../api/call.ts';
import { messageOf } from '../../../api/errors.ts';
import { confirm, showModal } from '../../../ui/overlays/modal.tsx';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';
import type { PasswordSlipData } from '../password-slip.tsx';
import { confirmPasswordReset, showPasswordSlip } from '../reset-password.ts';

interface Screen {
  /** Tells those of one name apart. */
  nameOf: (administrator: Administrator) => string;
  /** Puts an administrator as answered in the list. */
  keep: (administrator: Administrator) => void;
  onSlip: (slip: PasswordSlipData) => void;
  /** A one-time password was made, whether its answer arrived or not. */
  onMade: () => void;
}

/** The actions of a row: each asks before it ends something, and reports the result. */
export function createAdministratorActs({ nameOf, keep, onSlip, onMade }: Screen) {
  const show = ({ name, user_name: userName }: Administrator, password: string | null) => {
    onMade();
    showPasswordSlip({ name, userName, password, entrance: '/admin' }, onSlip);
  };

  const tried = (work: () => Promise<void>, failed: string) =>
    attempt(work, (error) =>
      showModal({ openedBy: 'answer', title: failed, text: messageOf(error), signal: untilNextAct() }),
    );

  const onReset = async (administrator: Administrator) => {
    const { user_admin_id, name, user_name } = administrator;
    if (!(await confirmPasswordReset(name, `${name} · ${user_name}`))) return;
    await tried(async () => {
      const saved = await call(accountsContract.resetAdministratorPassword, { user_admin_id });
      keep(saved.administrator);
      snackbar(messages.wasReset(nameOf(administrator)));
      show(saved.administrator, saved.one_time_password);
    }, messages.notReset);
  };

  const onDisable = async (one: Administrator) => {
    const { user_admin_id, name, user_name } = one;
    const isSure = await confirm({
      title: `Disable ${name}?`,
      text: `${name} · ${user_name}. The account is signed out everywhere and can no longer sign in. Enable brings it back as it was.`,
      confirmLabel: 'Disable',
    });
    if (!isSure) return;
    await tried(
      async () => {
        const { administrator } = await call(accountsContract.disableAdministrator, { user_admin_id });
        keep(administrator);
        snackbar(`${nameOf(one)} disabled.`);
      },
      `${nameOf(one)} is not disabled`,
    );
  };

  const onEnable = (one: Administrator) =>
    tried(
      async () => {
        const saved = await call(accountsContract.enableAdministrator, { user_admin_id: one.user_admin_id });
        keep(saved.administrator);
        snackbar(`${nameOf(one)} enabled.`);
        if (saved.one_time_password !== null) show(saved.administrator, saved.one_time_password);
      },
      `${nameOf(one)} is not enabled`,
    );

  return { show, onReset, onDisable, onEnable };
}
