import { useController } from 'react-hook-form';
import {
  menuLabels,
  parsePermissionKeys,
  permissionActions,
  permissionKey,
  permissionsText,
} from '#shared/accounts/auth/permissions.ts';
import type { MenuKey } from '#shared/http/contract.ts';
import type { PublicSchool } from '#shared/school/public-school.ts';
import { layoutScreenWordings } from '#shared/term-reports/layouts/screen-wordings.ts';
import { useSchool } from '../../../api/school.ts';
import { ConflictChoice } from '../../../forms/conflict-choice.tsx';
import type { FormState } from '../../../forms/use-form.ts';
import { screensOfOptions } from '../../../session/screens-of-options.ts';
import { screenTitles } from '../../../session/wordings.ts';
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

/** Screens without a permission of their own: each opens with the box of a menu. */
const listOpenedToo = (menu: MenuKey, school: PublicSchool): readonly string[] => [
  ...(menu === 'promotion' ? [screenTitles.promotionPlan] : []),
  ...(menu === 'postReports' ? [layoutScreenWordings.title] : []),
  ...screensOfOptions
    .all()
    .flat()
    // A screen that decides by itself opens to more than a menu.
    .flatMap((screen) => (screen.menu === menu && !screen.isOpenTo && !screen.isHidden(school) ? [screen.label] : [])),
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
  const labelOf = (menu: MenuKey) => [menuLabels[menu], ...listOpenedToo(menu, school)].join(', ');
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
