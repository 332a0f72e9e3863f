import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** The layer of a class, by its style sheet; undefined where it is in none of its own. */
function layerOf(file: string, name: string): number | undefined {
  const rule = new RegExp(`\\.${name} \\{[^}]*?z-index: (\\d+)`).exec(readFileSync(file, 'utf8'));
  return rule ? Number(rule[1]) : undefined;
}

const overlays = 'web/ui/overlays/overlays.module.css';

it('lays what opens from a window above it, and messages above both', () => {
  const windows = ['backdrop', 'viewport', 'sheetViewport', 'sideViewport'].map(
    (name) => layerOf(overlays, name) ?? 99,
  );
  const message = layerOf(overlays, 'snackbars') ?? 0;
  const positioners = globSync('web/**/*.module.css').filter((file) =>
    /\.positioner \{/.test(readFileSync(file, 'utf8')),
  );
  // The menus of tables, and the lists of fields.
  expect(positioners.toSorted()).toEqual(['web/tables/data-table.module.css', 'web/ui/fields/listbox.module.css']);
  for (const file of positioners) {
    expect(layerOf(file, 'positioner'), file).toBeGreaterThan(Math.max(...windows));
    expect(layerOf(file, 'positioner'), file).toBeLessThan(message);
  }
});
