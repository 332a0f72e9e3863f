import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { Archive, ShieldPlus } from 'lucide-react';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { type Administrator, accountsContract } from '#shared/accounts/contract.ts';
import { accountWordings as messages } from '#shared/accounts/wordings.ts';
import { nameApart } from '#shared/people/shared-names.ts';
import { wholeSchoolWordings } from '#shared/school/wordings.ts';
import { attempt } from '../../../acts/attempt.ts';
import { useAddressState } from '../../../address/use-address-state.ts';
import { call, untilNextAct } from '../../../api/call.ts';
import { messageOf } from '../../../api/errors.ts';
import { queryKeyOf, queryOf } from '../../../api/query.ts';
import { useAdminSession } from '../../../session/session.ts';
import { DataTable } from '../../../tables/data-table.tsx';
import { useTableState } from '../../../tables/table-state.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { lazyWithRetry } from '../../../ui/display/lazy-with-retry.ts';
import { Loading } from '../../../ui/display/loading.tsx';
import { confirm, showModal } from '../../../ui/overlays/modal.tsx';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';
import PasswordSlip, { type PasswordSlipData } from '../password-slip.tsx';
import { confirmPasswordReset, showPasswordSlip } from '../reset-password.ts';
import SessionsDialog from '../sessions-dialog.tsx';
import { refreshUnusedOneTimePasswords } from '../unused-one-time-passwords.tsx';
import { createAdministratorColumns } from './administrator-columns.tsx';
import { AdministratorDialog } from './administrator-dialog.tsx';

const SchoolFileDialog = lazyWithRetry(() => import('./school-file-dialog.tsx'));

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

/** The administrators and their permissions; only with the permission to manage administrators (rule 36). */
export default function Administrators() {
  const client = useQueryClient();
  const place = useAddressState();
  const { id: ownId } = useAdminSession();
  const administrators = useQuery(queryOf(accountsContract.listAdministrators, {}));
  const [slip, setSlip] = useState<PasswordSlipData | null>(null);
  const keep = useCallback(
    (saved: Administrator) =>
      client.setQueryData<Administrator[]>(queryKeyOf(accountsContract.listAdministrators, {}), (list = []) =>
        [...list.filter(({ user_admin_id }) => user_admin_id !== saved.user_admin_id), saved].sort((a, b) =>
          a.name.localeCompare(b.name),
        ),
      ),
    [client],
  );
  const acts = useMemo(
    () =>
      createAdministratorActs({
        nameOf: (one) => administratorNameApart(client, one),
        keep,
        onSlip: setSlip,
        onMade: () => refreshUnusedOneTimePasswords(client),
      }),
    [keep, client],
  );
  const edit = useCallback(
    ({ user_admin_id }: Administrator) => {
      if (user_admin_id !== ownId) place.change({ admin: user_admin_id });
    },
    [place, ownId],
  );
  const columns = useMemo(() => {
    const onSessions = ({ user_admin_id }: Administrator) => place.change({ sessions: user_admin_id });
    return createAdministratorColumns({ ownId, onEdit: edit, onSessions, ...acts });
  }, [ownId, edit, acts, place]);
  const table = useTableState(none);
  const open = place.get('admin');
  const edited = administrators.data?.find(({ user_admin_id }) => user_admin_id === open && open !== ownId);
  const signedIn = administrators.data?.find(({ user_admin_id }) => user_admin_id === place.get('sessions'));
  if (!administrators.data) return <Loading queries={[administrators]} what="the administrators" lines={6} />;
  return (
    <>
      <DataTable
        label="Administrators"
        rows={administrators.data}
        columns={columns}
        keyOf={({ user_admin_id }) => user_admin_id}
        state={table.state}
        onChange={table.change}
        onOpen={edit}
        searchPlaceholder="Name or user name"
        nothingFound="No administrator found"
        tools={
          <>
            <Button icon={Archive} onClick={() => place.change({ file: 1 })}>
              {wholeSchoolWordings.title}
            </Button>
            <Button variant="primary" icon={ShieldPlus} onClick={() => place.change({ admin: 'new' })}>
              Add Administrator
            </Button>
          </>
        }
      />
      {(edited || open === 'new') && (
        <AdministratorDialog
          key={edited?.user_admin_id ?? 'new'}
          administrator={edited}
          onSaved={({ administrator, one_time_password }) => {
            keep(administrator);
            if (one_time_password !== null || !edited) acts.show(administrator, one_time_password);
          }}
          onClose={() => place.change({ admin: null })}
        />
      )}
      {signedIn && (
        <SessionsDialog
          key={signedIn.user_admin_id}
          accountId={signedIn.user_admin_id}
          name={administratorNameApart(client, signedIn)}
          who={`${signedIn.name} · ${signedIn.user_name}`}
          onClose={() => place.change({ sessions: null })}
        />
      )}
      <Suspense>{place.has('file') && <SchoolFileDialog onClose={() => place.change({ file: null })} />}</Suspense>
      {slip && <PasswordSlip slip={slip} onClose={() => setSlip(null)} />}
    </>
  );
}

const none: readonly string[] = [];

/** "Ada Office", with the user name where several administrators have the name. */
const administratorNameApart = (client: QueryClient, one: Administrator): string =>
  nameApart(
    [...(client.getQueryData<Administrator[]>(queryKeyOf(accountsContract.listAdministrators, {})) ?? []), one],
    {
      name: ({ name }) => name,
      id: ({ user_name }) => user_name,
    },
  )(one);
