/** Whether an event came from a grid. The field in which marks are typed lies over the grid, not in it. */
export const isInGrid = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('[role="grid"], [data-over]') !== null;
