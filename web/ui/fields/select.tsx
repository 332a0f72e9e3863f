import { Suspense, useState } from 'react';
import { lazyWithRetry } from '../display/lazy-with-retry.ts';
import { FieldFrame } from './field.tsx';
import { type EarlyInteraction, type SelectProps, SelectWhileLoading } from './select-while-loading.tsx';

const loadList = () => import('./select-list.tsx');
/** A list with its placing is a third of a page's code: the page shows without it, and it comes at once after. */
const SelectList = lazyWithRetry(loadList) as unknown as Awaited<ReturnType<typeof loadList>>['default'];

/** One of a few choices, all seen at once. More than a dozen: use {@link Combobox}. */
export function Select<V extends string | number>({ label, hint, error, isLabelHidden, ...rest }: SelectProps<V>) {
  const [early] = useState((): EarlyInteraction => ({ pressedAt: null, hasFocus: false }));
  return (
    <FieldFrame label={label} hint={hint} error={error} isLabelHidden={isLabelHidden}>
      {(control, labelId) => (
        <Suspense fallback={<SelectWhileLoading {...rest} control={control} labelId={labelId} early={early} />}>
          <SelectList {...rest} control={control} labelId={labelId} early={early} />
        </Suspense>
      )}
    </FieldFrame>
  );
}
