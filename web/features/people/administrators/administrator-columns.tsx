import { Badge } from '@aws-amplify/ui-react';
import { allPermissions, joinPermissionKeys, permissionsText } from '#shared/accounts/auth/permissions.ts';
import type { Administrator } from '#shared/accounts/contract.ts';
import { peopleScreenWordings } from '#shared/people/wordings.ts';
import type { TableColumn } from '../../../tables/columns.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import styles from './administrators.module.css';

type Act = (administrator: Administrator) => void;

export interface AdministratorRowActs {
  /** The user's own account, which cannot be changed here. */
  ownId: string;
  onEdit: Act;
  onReset: Act;
  onSessions: Act;
  onDisable: Act;
  onEnable: Act;
}

const everything = permissionsText(allPermissions());

export const createAdministratorColumns = (acts: AdministratorRowActs): TableColumn<Administrator>[] => [
  { key: 'name', label: 'Name', value: ({ name }) => name, width: 176 },
  {
    key: 'user',
    label: 'User Name',
    value: ({ user_name }) => user_name,
    cell: (administrator) => (
      <Row as="span" gap={8} line="nowrap">
        {administrator.user_name}
        <State administrator={administrator} isOwn={administrator.user_admin_id === acts.ownId} />
      </Row>
    ),
    ownLine: 'text',
    width: 190,
  },
  { key: 'kind', label: 'Kind', value: ({ user_admin }) => administratorKindLabels[user_admin], width: 124 },
  {
    key: 'permissions',
    label: 'May open',
    value: ({ permissions }) => textOf(permissions),
    ownLine: 'text',
    width: 232,
  },
  {
    key: 'acts',
    label: 'Actions',
    value: () => null,
    cell: (administrator) => <Acts administrator={administrator} acts={acts} />,
    width: 300,
    isFixed: true,
  },
];

function textOf(permissions: Administrator['permissions']): string {
  const text = permissionsText(permissions);
  return text === everything ? 'Everything' : text.charAt(0).toUpperCase() + text.slice(1);
}

function State({ administrator: { is_disabled, sign_in }, isOwn }: { administrator: Administrator; isOwn: boolean }) {
  if (isOwn) return <Badge variation="info">You</Badge>;
  if (sign_in === 'unfinished') return <Badge variation="warning">Not finished</Badge>;
  if (is_disabled) return <Badge variation="warning">Disabled</Badge>;
  return sign_in === 'unused' ? <Badge>{peopleScreenWordings.notUsedYet}</Badge> : null;
}

function Acts({ administrator, acts }: { administrator: Administrator; acts: AdministratorRowActs }) {
  const { user_admin_id, name, is_disabled } = administrator;
  if (user_admin_id === acts.ownId) return null;
  const button = (label: string, act: Act) => (
    <Button variant="quiet" aria-label={`${label}: ${name}`} onClick={() => act(administrator)}>
      {label}
    </Button>
  );
  return (
    <Row as="span" align="stretch" gap={2} className={styles.acts}>
      {button('Edit', acts.onEdit)}
      {!is_disabled && button('Reset', acts.onReset)}
      {!is_disabled && button('Sessions', acts.onSessions)}
      {is_disabled ? button('Enable', acts.onEnable) : button('Disable', acts.onDisable)}
    </Row>
  );
}

/** The fields of the dialog; `permissions` as `joinPermissionKeys` writes them. */
export interface AdministratorFormValues {
  name: string | null;
  user_name: string | null;
  user_admin: 'Admin' | 'PTA';
  permissions: string;
}

export const toAdministratorFormValues = (administrator: Administrator | undefined): AdministratorFormValues =>
  administrator
    ? {
        name: administrator.name,
        user_name: administrator.user_name,
        user_admin: administrator.user_admin,
        permissions: joinPermissionKeys(administrator.permissions),
      }
    : { name: null, user_name: null, user_admin: 'Admin', permissions: '' };

export const administratorKindLabels = { Admin: 'Administrator', PTA: 'PTA' } as const;
