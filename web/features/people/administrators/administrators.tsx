import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldPlus } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { type Administrator, accountsContract } from '#shared/accounts/contract.ts';
import { nameApart } from '#shared/people/shared-names.ts';
import { useAddressState } from '../../../address/use-address-state.ts';
import { queryKeyOf, queryOf } from '../../../api/query.ts';
import { useAdminSession } from '../../../session/session.ts';
import { DataTable } from '../../../tables/data-table.tsx';
import { useTableState } from '../../../tables/table-state.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import PasswordSlip, { type PasswordSlipData } from '../password-slip.tsx';
import SessionsDialog from '../sessions-dialog.tsx';
import { refreshUnusedOneTimePasswords } from '../unused-one-time-passwords.tsx';
import { createAdministratorActs } from './administrator-acts.ts';
import { createAdministratorColumns } from './administrator-columns.tsx';
import { AdministratorDialog } from './administrator-dialog.tsx';

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
          <Button variant="primary" icon={ShieldPlus} onClick={() => place.change({ admin: 'new' })}>
            Add Administrator
          </Button>
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
