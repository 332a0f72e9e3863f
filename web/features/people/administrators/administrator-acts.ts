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
  /** Puts an administrator as answered in the list. */
  keep: (administrator: Administrator) => void;
  onSlip: (slip: PasswordSlipData) => void;
  /** A one-time password was made, whether its answer arrived or not. */
  onMade: () => void;
}

/** The actions of a row: each asks before it ends something, and reports the result. */
export function createAdministratorActs({ keep, onSlip, onMade }: Screen) {
  const show = ({ name, user_name: userName }: Administrator, password: string | null) => {
    onMade();
    showPasswordSlip({ name, userName, password, entrance: '/admin' }, onSlip);
  };

  const tried = (work: () => Promise<void>, failed: string) =>
    attempt(work, (error) =>
      showModal({ openedBy: 'answer', title: failed, text: messageOf(error), signal: untilNextAct() }),
    );

  const onReset = async ({ user_admin_id, name, user_name }: Administrator) => {
    if (!(await confirmPasswordReset(name, `${name} · ${user_name}`))) return;
    await tried(async () => {
      const saved = await call(accountsContract.resetAdministratorPassword, { user_admin_id });
      keep(saved.administrator);
      snackbar(messages.wasReset(name));
      show(saved.administrator, saved.one_time_password);
    }, messages.notReset);
  };

  const onDisable = async ({ user_admin_id, name, user_name }: Administrator) => {
    const isSure = await confirm({
      title: `Disable ${name}?`,
      text: `${name} · ${user_name}. The account is signed out everywhere and can no longer sign in. Enable brings it back as it was.`,
      confirmLabel: 'Disable',
    });
    if (!isSure) return;
    await tried(async () => {
      const { administrator } = await call(accountsContract.disableAdministrator, { user_admin_id });
      keep(administrator);
      snackbar(`${name} disabled.`);
    }, `${name} is not disabled`);
  };

  const onEnable = ({ user_admin_id, name }: Administrator) =>
    tried(async () => {
      const saved = await call(accountsContract.enableAdministrator, { user_admin_id });
      keep(saved.administrator);
      snackbar(`${name} enabled.`);
      if (saved.one_time_password !== null) show(saved.administrator, saved.one_time_password);
    }, `${name} is not enabled`);

  return { show, onReset, onDisable, onEnable };
}
