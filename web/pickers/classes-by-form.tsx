import { Row } from '../ui/layout/row.tsx';
import { Stack } from '../ui/layout/stack.tsx';
import { Muted } from '../ui/layout/text.tsx';
import styles from './pickers.module.css';

interface ClassToPick {
  id: string;
  form_level: number;
  /** Below the name: "form teacher". */
  as?: string | undefined;
}

interface ClassesByFormProps {
  classes: readonly ClassToPick[];
  /** Says this beside each class, which then has a line of its own. */
  beside?: ((id: string) => string) | undefined;
  onPick: (classId: string) => void;
}

/** Classes under 'Form 1' to 'Form 6': lower and upper sixth, levels 6 and 7, are both Form 6 (product §2). */
export function ClassesByForm({ classes, beside, onPick }: ClassesByFormProps) {
  const forms = [...Map.groupBy(classes, ({ form_level }) => Math.min(form_level, 6))].sort(([a], [b]) => a - b);
  const tile = ({ id, as }: ClassToPick) => (
    <Row as="li" key={id} {...(!beside && { align: 'stretch' })} gap={12}>
      <button
        type="button"
        className={styles.formClass}
        aria-describedby={beside && `beside-${id}`}
        onClick={() => onPick(id)}
      >
        {id}
        {as && (
          <Muted as="span" size="12on16">
            {as}
          </Muted>
        )}
      </button>
      {beside && (
        <Muted as="p" id={`beside-${id}`}>
          {beside(id)}
        </Muted>
      )}
    </Row>
  );
  return (
    <Stack gap={20} width={720}>
      {forms.map(([form, ofForm]) => (
        <section key={form} aria-labelledby={`form-${form}`}>
          <Muted as="h2" size="13on18" below={8} id={`form-${form}`}>
            Form {form}
          </Muted>
          {beside ? (
            <Stack as="ul" gap={6}>
              {ofForm.map(tile)}
            </Stack>
          ) : (
            <Row as="ul" align="stretch" wrap gap={8}>
              {ofForm.map(tile)}
            </Row>
          )}
        </section>
      ))}
    </Stack>
  );
}
