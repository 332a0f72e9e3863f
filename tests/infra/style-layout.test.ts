import { expect, it } from 'vitest';
import { findLayoutOutsideUi } from '../../tools/checks/style-layout.ts';

const rules = '.tools { gap: 8px; display: flex; } @media (max-width: 640px) { .tools > li { display: inline-flex } }';

it('finds a sheet of a screen that lays out by flex, on a phone alone too', () => {
  expect(findLayoutOutsideUi([{ path: 'web/tables/tools.module.css', text: rules }])).toEqual([
    'web/tables/tools.module.css: .tools lays out by flex; use Row or Stack of web/ui/layout',
    'web/tables/tools.module.css: .tools > li lays out by flex; use Row or Stack of web/ui/layout',
  ]);
});

it.each([
  ['the primitives themselves', 'web/ui/layout/layout.module.css', rules],
  ['a part of a row', 'web/tables/tools.module.css', '.tools { flex: 1; --x: flex; /* display: flex; */ }'],
  ['a script', 'web/tables/tools.tsx', rules],
])('leaves %s alone', (_, path, text) => expect(findLayoutOutsideUi([{ path, text }])).toEqual([]));
