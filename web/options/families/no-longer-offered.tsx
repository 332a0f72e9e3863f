import { DoorClosed } from 'lucide-react';
import { createRoot } from 'react-dom/client';
import { familyWordings } from '#shared/options/families/wordings.ts';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { setSiteName } from '../../ui/screen/screen-title.ts';

/** What the families' entrance and every link to a report say where the school has no families' entrance (any more). */
export function mount(root: HTMLElement): void {
  setSiteName(familyWordings.noLongerOfferedTitle);
  createRoot(root).render(
    <main>
      <EmptyState
        icon={DoorClosed}
        title={familyWordings.noLongerOffered}
        text="Reports are not shown here any more, and links to them no longer open. Ask the school office for a report."
      />
    </main>,
  );
}
