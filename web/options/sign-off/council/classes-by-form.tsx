import { Button } from '../../../ui/controls/button.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Muted } from '../../../ui/layout/text.tsx';

interface ClassesByFormProps {
  classes: readonly { class_id: string; form_level: number }[];
  onPick: (classId: string) => void;
}

/** Lower and upper sixth, levels 6 and 7, are both Form 6 (product §2). */
export function ClassesByForm({ classes, onPick }: ClassesByFormProps) {
  const forms = [...Map.groupBy(classes, ({ form_level }) => Math.min(form_level, 6))].sort(([a], [b]) => a - b);
  return (
    <Stack gap={20} width={720}>
      {forms.map(([form, ofForm]) => (
        <section key={form} aria-labelledby={`form-${form}`}>
          <Muted as="h2" size="13on18" below={8} id={`form-${form}`}>
            Form {form}
          </Muted>
          <Row as="ul" align="stretch" wrap gap={8}>
            {ofForm.map(({ class_id }) => (
              <li key={class_id}>
                <Button onClick={() => onPick(class_id)}>{class_id}</Button>
              </li>
            ))}
          </Row>
        </section>
      ))}
    </Stack>
  );
}
