import { FileText } from 'lucide-react';
import { Suspense } from 'react';
import type { AddressState } from '../../../address/use-address-state.ts';
import type { RowAction } from '../../../tables/menus/row-menu-list.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { lazyWithRetry } from '../../../ui/display/lazy-with-retry.ts';

const RegistrationFormWindow = lazyWithRetry(() => import('./registration-form-window.tsx'));

/** Fields of the address: the student or class whose form is open, or an empty form. */
const studentField = 'form';
const classField = 'form-class';
const emptyField = 'form-empty';

/** Opens the form of a student; for the PTA too. */
export const createRegistrationFormRowAction = (
  { id }: { readonly id: string },
  { place }: { place: AddressState },
): RowAction => ({
  label: 'Registration Form',
  icon: FileText,
  onChoose: () => place.change({ [studentField]: id }),
});

/** Opens the forms of a class where the list shows only one, else an empty form. */
export function RegistrationFormButton({
  place,
  rows,
}: {
  place: AddressState;
  rows: readonly { readonly class_id?: string | null | undefined }[];
}) {
  const [classId, ...others] = [...new Set(rows.map((row) => row.class_id))];
  const isClass = others.length === 0 && typeof classId === 'string';
  return (
    <Button icon={FileText} onClick={() => place.change(isClass ? { [classField]: classId } : { [emptyField]: '1' })}>
      <span>{isClass ? `Forms of ${classId}` : 'Empty Form'}</span>
    </Button>
  );
}

/** The window of the registration form that the address names. */
export function RegistrationFormWindowOutlet({ place, isPta }: { place: AddressState; isPta: boolean }) {
  const studentId = place.get(studentField);
  const classId = place.get(classField);
  const of =
    studentId !== null
      ? { student_id: studentId }
      : classId !== null
        ? { class_id: classId }
        : place.get(emptyField) === '1'
          ? ({ empty: '1' } as const)
          : null;
  if (!of) return null;
  const close = () => place.change({ [studentField]: null, [classField]: null, [emptyField]: null }, { replace: true });
  return (
    <Suspense>
      <RegistrationFormWindow of={of} hasAttachments={!isPta} onClose={close} />
    </Suspense>
  );
}
