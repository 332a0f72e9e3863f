import { Suspense, useEffect, useState } from 'react';
import { lazyWithRetry, loadUntilAvailable } from '../display/lazy-with-retry.ts';
import type { SnackbarOptions } from './snackbar-stack.tsx';

export const preloadSnackbars = () => import('./snackbar-stack.tsx');
const Stack = lazyWithRetry(preloadSnackbars);

let onFirst: (() => void) | undefined;

/** Says one sentence at the lower edge, from anywhere in the site. Needs a {@link SnackbarOutlet} on the page. */
export function snackbar(text: string, options: SnackbarOptions = {}): void {
  onFirst?.();
  void loadUntilAvailable(preloadSnackbars).then(({ addSnackbar }) => addSnackbar(text, options));
}

/** Where snackbars appear; once a shell. Its code comes with the first of them. */
export function SnackbarOutlet() {
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => {
    onFirst = () => setNeeded(true);
    return () => {
      onFirst = undefined;
    };
  }, []);
  return (
    isNeeded && (
      <Suspense fallback={null}>
        <Stack />
      </Suspense>
    )
  );
}
