/**
 * A drawing of an installed collection of Iconify: `import menu from 'icon:lucide/menu'`. The build makes the module
 * (scripts/build/client/icon-modules.ts) and refuses a name that does not exist.
 */
declare module 'icon:lucide/*' {
  const drawing: import('./icon.tsx').IconDrawing;
  export default drawing;
}

declare module 'icon:simple-icons/*' {
  const drawing: import('./icon.tsx').IconDrawing;
  export default drawing;
}
