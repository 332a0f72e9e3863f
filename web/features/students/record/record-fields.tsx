import { groupTitles, type StudentFieldGroup, studentFields } from '#shared/students/fields.ts';
import { type EnteredField, enteredFields } from '#shared/students/register/typed-facts.ts';
import { studentWordings } from '#shared/students/wordings.ts';
import { useFormValues } from '../../../forms/use-form.ts';
import { useClassChangeNote } from '../../../pickers/closed-term-notes.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { FactField, type FactFieldProps } from './fact-field.tsx';
import styles from './record.module.css';
import type { StudentFormValues } from './record-schema.ts';

/** The six facts of product §2. */
const mainFields: readonly EnteredField[] = [
  'first_name',
  'last_name',
  'date_of_birth',
  'birth_certificate_no',
  'class_id',
  'house_code',
];

/** In the order in which the office needs them. */
const groups = [
  ...(['contact', 'family', 'medical', 'student', 'school history', 'personal', 'technology'] as const),
] satisfies readonly StudentFieldGroup[];

interface RecordFieldsProps extends Pick<FactFieldProps, 'form' | 'choices'> {
  stored: StudentFormValues;
  isArchived?: boolean;
  areAllShown: boolean;
  onAll: () => void;
}

/** The six facts that are changed most, and after `All details` the others by group. */
export function RecordFields({ form, choices, stored, isArchived = false, areAllShown, onAll }: RecordFieldsProps) {
  const field = (name: EnteredField, index: number) => (
    <FactField key={name} form={form} choices={choices} field={name} stored={stored[name]} autoFocus={index === 0} />
  );
  return (
    <>
      <div className={styles.fields}>
        {mainFields.map((name, index) =>
          name === 'class_id' && isArchived ? (
            <FactField
              key={name}
              form={form}
              choices={choices}
              field={name}
              stored={stored[name]}
              disabled
              hint="The last class. Restore gives another one."
            />
          ) : name === 'class_id' ? (
            <ClassField key={name} form={form} choices={choices} field={name} stored={stored[name]} />
          ) : (
            field(name, index)
          ),
        )}
      </div>
      {areAllShown ? (
        groups.map((group, at) => (
          <Stack as="fieldset" gap={14} key={group} className={styles.group}>
            <legend>{groupTitles[group]}</legend>
            <div className={styles.fields}>
              {enteredFields
                .filter((name) => studentFields[name].group === group && !mainFields.includes(name))
                .map((name, index) => field(name, at + index))}
            </div>
          </Stack>
        ))
      ) : (
        <div>
          <Button aria-expanded={false} onClick={onAll}>
            All details
          </Button>
        </div>
      )}
    </>
  );
}

/** The class, with a note of what a change moves along, or from when it counts where the current term is closed. */
function ClassField(props: Pick<FactFieldProps, 'form' | 'choices' | 'field' | 'stored'>) {
  const closedNote = useClassChangeNote();
  const { class_id: chosen } = useFormValues(props.form);
  const { stored } = props;
  const note =
    stored !== null && chosen !== null && chosen !== stored
      ? (closedNote ?? studentWordings.movesAlong(stored, chosen))
      : undefined;
  return <FactField {...props} hint={note} />;
}
