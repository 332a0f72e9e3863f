import { Menu } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import { type ReactNode, type RefObject, useRef } from 'react';
import listbox from '../fields/listbox.module.css';
import { acceptsEntry, acceptsMarkWords, cellText, columnShortName } from '../grid/grid-columns.ts';
import { markWordKeys, withCommandKeyName } from '../grid/key-names.ts';
import { fillBlanks, fillDown } from '../grid/typing/fill.ts';
import { goToNextBlank } from '../grid/typing/next-blank.ts';
import { useFoldTools } from '../screen/sheet-page.tsx';
import type { SheetOrder } from './arrangement.ts';
import styles from './sheet-aids.module.css';
import { type ActiveCellRef, describeSheetOrder, findColumnOfCommand, type SheetAids } from './use-sheet-aids.ts';

interface SheetMenuListProps {
  aids: SheetAids;
  button: RefObject<HTMLButtonElement | null>;
  activeCell: ActiveCellRef;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export default function SheetMenuList({ aids, button, activeCell, open, onOpenChange }: SheetMenuListProps) {
  /** The chosen item takes the focus itself. */
  const leavesFocus = useRef(false);
  const foldTools = useFoldTools();
  return (
    <Menu.Root
      open={open}
      modal={false}
      onOpenChange={(isOpen, { event, reason }) => {
        // The button handles its own clicks.
        if (event.target instanceof Node && button.current?.contains(event.target)) return;
        if (isOpen) leavesFocus.current = false;
        onOpenChange(isOpen);
        // Shows the sheet with the result.
        if (reason === 'item-press') foldTools();
      }}
    >
      <Menu.Portal>
        <Menu.Positioner anchor={button} className={listbox.positioner} sideOffset={4} align="start">
          <Menu.Popup
            aria-label="Sheet menu"
            className={`${listbox.popup} ${listbox.free} ${styles.menu}`}
            finalFocus={() => {
              if (leavesFocus.current) return false;
              // A phone's keyboard would cover the sheet.
              return window.matchMedia('(pointer: fine)').matches ? (activeCell.current ?? true) : true;
            }}
          >
            <Items
              aids={aids}
              onLeave={() => {
                leavesFocus.current = true;
              }}
            />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** The commands for the active cell, with its column and value in their names. */
function Items({ aids, onLeave }: { aids: SheetAids; onLeave: () => void }) {
  const { grid, columns, order, missing, view } = aids;
  const active = grid.active();
  const value = active ? cellText(active.column, grid.view(active.row.id).values) : '';
  const canFill = active !== null && acceptsEntry(active.column, active.row.closed);
  const meant = findColumnOfCommand(aids);
  const sorted = active && active.column.kind !== 'node' ? active.column : meant;
  const orders: SheetOrder[] = [
    { by: 'list' },
    { by: 'name' },
    ...(sorted
      ? [true, false].map((isDescending): SheetOrder => ({ by: 'value', column: sorted.id, isDescending }))
      : []),
    ...(meant ? [{ by: 'missing', column: meant.id } as const] : []),
  ];
  const nameOfOrder = (one: SheetOrder) => describeSheetOrder(one, columns);
  // The current order may be of another column.
  if (!orders.some((one) => nameOfOrder(one) === nameOfOrder(order)) && nameOfOrder(order) !== '') orders.push(order);
  return (
    <div className={`${listbox.list} ${styles.menuList}`}>
      <Item
        keys="Ctrl+F"
        onClick={() => {
          onLeave();
          aids.setFinding(true);
        }}
      >
        Find student
      </Item>
      <Item keys="Ctrl+Enter" onClick={() => goToNextBlank(grid)}>
        Next blank
      </Item>
      <hr className={styles.line} />
      <Item keys="Ctrl+D" onClick={() => fillDown(grid)}>
        Fill down
      </Item>
      <Item keys="Ctrl+Shift+D" disabled={!canFill || value === ''} onClick={() => fillBlanks(grid)}>
        {canFill && active
          ? value === ''
            ? `Fill blanks of ${columnShortName(active.column)}: type a value first`
            : `Fill blanks of ${columnShortName(active.column)} with ${value.length > 12 ? `${value.slice(0, 11)}…` : value}`
          : 'Fill blanks of a column'}
      </Item>
      {active &&
        acceptsMarkWords(active.column) &&
        markWordKeys.map(({ word, keys, name }) => (
          <Item key={word} keys={keys} disabled={!canFill} onClick={() => grid.enterWord(word)}>
            {name}: {word}
          </Item>
        ))}
      <Item keys="Delete" onClick={() => grid.clear()}>
        Clear
      </Item>
      <Item keys="Ctrl+Z" onClick={() => grid.undo()}>
        Undo
      </Item>
      <Item keys="Ctrl+Y" onClick={() => grid.redo()}>
        Redo
      </Item>
      <hr className={styles.line} />
      <Menu.RadioGroup
        value={nameOfOrder(order)}
        onValueChange={(name: string) => {
          const chosen = orders.find((one) => nameOfOrder(one) === name);
          if (chosen) aids.sort(chosen);
        }}
      >
        <Menu.GroupLabel className={styles.menuTitle}>Sort by</Menu.GroupLabel>
        {orders.map((one) => (
          <Menu.RadioItem key={nameOfOrder(one)} value={nameOfOrder(one)} closeOnClick className={listbox.item}>
            <Menu.RadioItemIndicator className={listbox.tick}>
              <Check size={15} aria-hidden />
            </Menu.RadioItemIndicator>
            <span className={listbox.text}>{nameOfOrder(one)}</span>
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <hr className={styles.line} />
      {(meant || missing !== null) && (
        <Switch
          isOn={missing !== null}
          onChange={(isChecked) => aids.filterMissing(isChecked ? (meant?.id ?? null) : null)}
        >
          Missing only:{' '}
          {columnShortName(columns.find(({ id }) => id === missing) ?? (meant as NonNullable<typeof meant>))}
        </Switch>
      )}
      {view && (
        <>
          <Switch isOn={view.figures} onChange={(figures) => view.choose({ figures })}>
            Row of figures
          </Switch>
          <Switch isOn={view.tints} onChange={(tints) => view.choose({ tints })}>
            Tint low marks ▾ and outliers ◇
          </Switch>
        </>
      )}
      <Item
        keys="?"
        onClick={() => {
          onLeave();
          aids.showKeys('press');
        }}
      >
        Keyboard
      </Item>
    </div>
  );
}

function Switch({
  isOn,
  onChange,
  children,
}: {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  children: ReactNode;
}) {
  return (
    <Menu.CheckboxItem checked={isOn} closeOnClick onCheckedChange={onChange} className={listbox.item}>
      <Menu.CheckboxItemIndicator className={listbox.tick}>
        <Check size={15} aria-hidden />
      </Menu.CheckboxItemIndicator>
      <span className={listbox.text}>{children}</span>
    </Menu.CheckboxItem>
  );
}

interface ItemProps {
  keys: string;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

const Item = ({ keys, disabled = false, onClick, children }: ItemProps) => (
  <Menu.Item className={listbox.item} disabled={disabled} onClick={onClick}>
    <span className={listbox.text}>{children}</span>
    <kbd className={styles.menuKeys} aria-hidden>
      {withCommandKeyName(keys)}
    </kbd>
  </Menu.Item>
);
