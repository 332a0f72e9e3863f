import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { Area } from '#shared/accounts/auth/session-limits.ts';
import { useSchool } from '../../api/school.ts';
import type { GuideSection } from '../../guide-pages.ts';
import { guidesOfOptions, guidesOfTeachers, type LoadGuide } from '../../session/screens-of-options.ts';
import { homePages } from '../../session/site-paths.ts';
import { Button } from '../../ui/controls/button.tsx';
import { renderGuide } from '../../ui/display/guide-text.tsx';
import { Loading } from '../../ui/display/loading.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import type { OverlayProps } from '../../ui/overlays/lazy-overlay.tsx';
import { Paper } from '../../ui/overlays/paper.tsx';
import { appWordings } from '../wordings.ts';
import styles from './help.module.css';

const keys: LoadGuide = () => import('../../../docs/guide/keys.md?guide');
const guidesOfAreas: Readonly<Record<Area, readonly LoadGuide[]>> = {
  staff: [
    () => import('../../../docs/guide/teacher.md?guide'),
    () => import('../../../docs/guide/form-teacher.md?guide'),
    keys,
  ],
  admin: [() => import('../../../docs/guide/office.md?guide'), keys],
};

/** A section, with the name by which it is chosen: two guides may have sections of one title. */
interface Section extends GuideSection {
  name: string;
}

/** The sections of an area's guides, and of those of the school's options. */
export async function loadSections(area: Area, options: readonly string[]): Promise<readonly Section[]> {
  const loads = [...guidesOfAreas[area], ...(area === 'admin' ? guidesOfOptions : guidesOfTeachers).of(options)];
  const guides = await Promise.all(loads.map((load) => load()));
  return guides.flatMap(({ default: { title: guide, sections } }) =>
    sections.map((one) => ({ ...one, name: `${guide}: ${one.title}` })),
  );
}

/** The path of a screen below its area, without what its address has behind it; empty for where the area begins. */
const screenOf = (pathname: string, area: Area): string =>
  pathname.slice(homePages[area].length).split('/').filter(Boolean)[0] ?? '';

/** The guide at the section of the screen that is open; the others are chosen above it. It is printed as it is read. */
export default function HelpWindow({ area, open, onClose }: OverlayProps & { area: Area }) {
  return (
    <Dialog
      openedBy="act"
      open={open}
      title={appWordings.help}
      size="broad"
      onClose={onClose}
      footer={
        <Button icon={Printer} onClick={() => window.print()}>
          Print
        </Button>
      }
    >
      {open && <Help area={area} />}
    </Dialog>
  );
}

function Help({ area }: { area: Area }) {
  const { options } = useSchool();
  const { pathname } = useLocation();
  const [chosen, setChosen] = useState<string | null>(null);
  const loaded = useQuery({
    queryKey: ['guides', area, options],
    queryFn: () => loadSections(area, options),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!loaded.data) return <Loading queries={[loaded]} what="the guide" lines={6} />;
  const screen = screenOf(pathname, area);
  const ofScreen = loaded.data.find(({ screens }) => screens.includes(screen || 'menu')) ?? loaded.data[0];
  const section = loaded.data.find(({ name }) => name === chosen) ?? ofScreen;
  if (!section) return null;
  return (
    <>
      <Select
        label="Section"
        value={section.name}
        onValueChange={setChosen}
        options={loaded.data.map(({ name }) => ({ value: name, label: name }))}
      />
      <Text section={section} />
      <Paper>
        <Text section={section} isPrinted />
      </Paper>
    </>
  );
}

function Text({ section: { title, text }, isPrinted = false }: { section: Section; isPrinted?: boolean }) {
  return (
    <article className={isPrinted ? `${styles.guide} ${styles.printed}` : styles.guide}>
      <h3>{title}</h3>
      {renderGuide(text)}
    </article>
  );
}
