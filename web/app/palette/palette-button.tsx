import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '../../ui/controls/button.tsx';
import { lazyOverlay } from '../../ui/overlays/lazy-overlay.tsx';

// Keys that are typed after Ctrl-K belong to it.
const CommandPalette = lazyOverlay(() => import('./command-palette.tsx'), { takesTyping: true });

/** In the banner: opens {@link CommandPalette}, as Ctrl-K does from anywhere (Command-K on a Mac). */
export function PaletteButton() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      // An open window has to be answered first.
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <IconButton label="Find (Ctrl+K)" icon={Search} onClick={() => setOpen(true)} />
      <CommandPalette open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
