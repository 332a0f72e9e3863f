import { lazy, Suspense, useState } from 'react';
import { FieldFrame } from './field.tsx';
import { ClosedSelect, type SelectProps } from './select-face.tsx';

const loadList = () => import('./select-list.tsx');
/** A list with its placing is a third of a page's code: the page shows without it, and it comes at once after. */
const SelectList = lazy(loadList) as unknown as Awaited<ReturnType<typeof loadList>>['default'];

/** One of a few choices, all seen at once. More than a dozen: use {@link Combobox}. */
export function Select<V extends string | number>({ label, hint, error, ...rest }: SelectProps<V>) {
  /** Pressed before the list was there: it opens when it comes. */
  const [isPressed, setPressed] = useState(false);
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(control) => (
        <Suspense fallback={<ClosedSelect {...rest} control={control} onPress={() => setPressed(true)} />}>
          <SelectList {...rest} control={control} startsOpen={isPressed} />
        </Suspense>
      )}
    </FieldFrame>
  );
}
