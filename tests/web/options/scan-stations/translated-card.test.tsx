import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { freshPageForEachTest } from '../../page.tsx';
import { translate } from '../../translate.ts';

freshPageForEachTest();

it('says what came of the next scan, also where the page was translated before it', async () => {
  const { ScanCard } = await import('../../../../web/options/scan-stations/scan-station/scan-card.tsx');
  const card = (name: string, outcome: 'present' | 'late', at: string) => (
    <ScanCard
      stationKey="key"
      scan={{ name, outcome, at, student_id: at, classId: '1A', picture: null, reason: null, time: at } as never}
    />
  );
  const { container, rerender } = render(card('Ali, Bo', 'present', '08:01'));
  translate(container);
  rerender(card('Chan, Li', 'late', '08:20'));
  expect([...container.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual([
    'Chan, Li',
    '1A',
    'Late',
    '08:20',
  ]);
});
