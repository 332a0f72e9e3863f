import { KeyRound } from 'lucide-react';
import { EmptyState } from '../../../ui/display/empty-state.tsx';

/** A device that was never given a key. */
export const NoKey = () => (
  <main>
    <EmptyState
      icon={KeyRound}
      title="This device is no scan station"
      text="Open the link that the office made for it."
    />
  </main>
);
