import { useContext } from 'react';
import { useController } from 'react-hook-form';
import {
  menuLabels,
  parsePermissionKeys,
  permissionActions,
  permissionKey,
  permissionsText,
} from '#shared/accounts/auth/permissions.ts';
import type { MenuKey } from '#shared/http/contract.ts';
import { useSchool } from '../../../api/school.ts';
import { ConflictChoice } from '../../../forms/conflict-choice.tsx';
import type { FormState } from '../../../forms/use-form.ts';
import { AdminScreens } from '../../../session/screens-of-options.ts';
import { Alert } from '../../../ui/display/alert.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Muted, Text } from '../../../ui/layout/text.tsx';
import type { AdministratorFormValues } from './administrator-columns.tsx';
import styles from './administrators.module.css';

/** The menu in groups, so that fourteen boxes are read as four short lists. */
const groups: readonly { title: string; menus: readonly MenuKey[] }[] = [
  { title: 'People', menus: ['employees', 'students', 'studentSubjects', 'attendanceStudent'] },
  { title: 'The year', menus: ['dashboard', 'registration', 'promotion'] },
  { title: 'Marks', menus: ['enterMarks', 'courseMark'] },
  { title: 'Reports', menus: ['termReports', 'postReports', 'reports', 'completeness', 'officeLog'] },
];

interface PermissionFieldProps {
  form: FormState<AdministratorFormValues>;
  /** The kind's list is fixed. */
  isFixed: boolean;
}

/** Which menus an administrator has, and which actions with them. An action goes with its menu. */
export function PermissionField({ form, isFixed }: PermissionFieldProps) {
  const { field, fieldState } = useController({ control: form.control, name: 'permissions' });
  const chosen = new Set(String(field.value).split(',').filter(Boolean));
  const { conflict } = form;
  const school = useSchool();
  // A screen that decides by itself opens to more than a menu.
  const screens = useContext(AdminScreens).filter(({ isOpenTo, isHidden }) => !isOpenTo && !isHidden?.(school));
  const set = (key: string, isChosen: boolean) => {
    const next = new Set(chosen);
    const menu = key.split('/')[0] ?? key;
    if (isChosen) for (const one of [key, menu]) next.add(one);
    else for (const one of chosen) if (one === key || one.startsWith(`${key}/`)) next.delete(one);
    // In the menu's order: a list that allows the same is the same.
    field.onChange(
      parsePermissionKeys([...next].join(','))
        .map(permissionKey)
        .join(','),
    );
  };
  /** With the screens that have no permission of their own, and open with this one. */
  const labelOf = (menu: MenuKey) => {
    const opened = screens.flatMap((screen) => (screen.menu === menu ? [screen.label] : []));
    return [...new Set([menuLabels[menu], ...opened])].join(', ');
  };
  const box = (key: string, label: string, isAction = false) => (
    <Row as="label" key={key} gap={8} className={isAction ? `${styles.choice} ${styles.action}` : styles.choice}>
      <input
        type="checkbox"
        checked={chosen.has(key)}
        disabled={isFixed}
        onChange={(event) => set(key, event.target.checked)}
      />
      {label}
    </Row>
  );
  return (
    <Stack as="fieldset" gap={10}>
      <Text as="legend" size={13} weight={600}>
        May open
      </Text>
      {fieldState.error && <Alert tone="error">{fieldState.error.message}</Alert>}
      <Stack pairs="desk" gap={16} className={styles.groups}>
        {groups.map(({ title, menus }) => (
          <Stack top key={title}>
            <Muted as="span" size={12.5} weight={600}>
              {title}
            </Muted>
            {menus.flatMap((menu) => [
              box(menu, labelOf(menu)),
              ...permissionActions
                .filter((action) => action.menu === menu)
                .map((action) => box(permissionKey(action), action.label, true)),
            ])}
          </Stack>
        ))}
      </Stack>
      {conflict?.field === 'permissions' && (
        <ConflictChoice
          conflict={conflict}
          label="the permissions"
          mine={permissionsText(parsePermissionKeys(String(field.value)))}
          theirs={permissionsText(parsePermissionKeys(String(conflict.theirs ?? '')))}
          onSettle={(choice) => void form.settle(choice)}
        />
      )}
    </Stack>
  );
}
