import { groupTitles, type StudentFieldGroup, studentFields } from '#shared/students/fields.ts';
import { type EnteredField, enteredFields } from '#shared/students/register/typed-facts.ts';
import { studentWordings } from '#shared/students/wordings.ts';
import { FormCombobox, FormDate, FormSelect, FormText, FormTextArea } from '../../../forms/fields.tsx';
import { type FormState, useFormValues } from '../../../forms/use-form.ts';
import { useClassChangeNote } from '../../../pickers/closed-term-notes.ts';
import { Button } from '../../../ui/controls/button.tsx';
import type { SelectOption } from '../../../ui/fields/select-popup.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { HouseChip } from './house-chip.tsx';
import styles from './record.module.css';
import type { StudentFormValues } from './record-schema.ts';
import type { FactChoices } from './use-fact-choices.ts';

export interface FactFieldProps {
  form: FormState<StudentFormValues>;
  field: EnteredField;
  choices: FactChoices;
  /** The stored value: it stays a choice where the list does not have it any more. */
  stored: string | null;
  autoFocus?: boolean;
  disabled?: boolean;
  hint?: string | undefined;
}

const none = { value: '', label: 'None' };
const yesOrNo = ['Yes', 'No'].map((value) => ({ value, label: value }));

/** The form control of a fact, by its type. */
export function FactField({ form, field, choices, stored, autoFocus = false, disabled = false, hint }: FactFieldProps) {
  const { label, type, codes, limit } = studentFields[field];
  const common = { form, name: field, label, hint };
  const choosing = (options: readonly SelectOption<string>[]) => (
    <FormSelect
      {...common}
      disabled={disabled}
      options={[none, ...withStored(options, stored)]}
      placeholder=""
      onChosen={(value) => form.change(field, value === '' ? null : value)}
    />
  );
  switch (type) {
    case 'date':
      return <FormDate {...common} />;
    case 'long text':
      return <FormTextArea {...common} limit={limit ?? 500} />;
    case 'yes or no':
      return choosing(yesOrNo);
    case 'choice':
      return choosing((codes ? choices.codes[codes] : []).map(({ code, name }) => ({ value: code, label: name })));
    case 'class':
      return (
        <FormCombobox {...common} disabled={disabled} options={withStored(choices.classes, stored)} placeholder="" />
      );
    case 'house':
      return (
        <Stack align="start" gap={8} className={styles.house}>
          {choosing(choices.houses.map(({ id, name }) => ({ value: id, label: name })))}
          <ChosenHouse form={form} choices={choices} />
        </Stack>
      );
    default:
      return <FormText {...common} autoFocus={autoFocus} limit={limit} autoComplete="off" {...keyboards[type]} />;
  }
}

const keyboards: Readonly<Partial<Record<string, { inputMode: 'tel' | 'email' | 'numeric' }>>> = {
  phone: { inputMode: 'tel' },
  email: { inputMode: 'email' },
  number: { inputMode: 'numeric' },
};

function ChosenHouse({ form, choices }: Pick<FactFieldProps, 'form' | 'choices'>) {
  const { house_code: code } = useFormValues(form);
  const house = choices.houses.find(({ id }) => id === code);
  return house ? <HouseChip house={house} /> : null;
}

const withStored = (
  options: readonly SelectOption<string>[],
  stored: string | null,
): readonly SelectOption<string>[] =>
  stored === null || options.some(({ value }) => value === stored)
    ? options
    : [...options, { value: stored, label: `${stored} (not in the list)` }];

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
