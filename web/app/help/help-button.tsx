import { CircleQuestionMark } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Area } from '#shared/accounts/auth/session-limits.ts';
import { useSchool } from '../../api/school.ts';
import { IconButton } from '../../ui/controls/button.tsx';
import { lazyOverlay, type OverlayProps } from '../../ui/overlays/lazy-overlay.tsx';
import { isDataSaverOn, loadWhenIdle } from '../../ui/screen/idle.ts';

const load = () => import('./help-window.tsx');

const HelpWindow = lazyOverlay<OverlayProps & { area: Area }>(load);

/** In the banner: opens the guide at the section of the screen, as F1 does from anywhere. */
export function HelpButton({ area }: { area: Area }) {
  const [isOpen, setOpen] = useState(false);
  const { options } = useSchool();
  // It opens without a connection too.
  useEffect(() => {
    if (isDataSaverOn()) return undefined;
    return loadWhenIdle(load, async () => (await load()).loadSections(area, options));
  }, [area, options]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'F1' || event.ctrlKey || event.altKey || event.shiftKey || event.metaKey) return;
      event.preventDefault();
      // An open window has to be answered first.
      if (!document.querySelector('[role="dialog"], [role="alertdialog"]')) setOpen(true);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <IconButton label="Help (F1)" icon={CircleQuestionMark} onClick={() => setOpen(true)} />
      <HelpWindow area={area} open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
