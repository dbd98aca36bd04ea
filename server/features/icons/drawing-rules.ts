/** Shapes, paint, filters and animation. Nothing that runs, links, loads or holds text. */
const elements = words(`
  animate animateMotion animateTransform circle clipPath defs ellipse feBlend feColorMatrix feComposite feFlood
  feGaussianBlur feMerge feMergeNode feMorphology feOffset filter g line linearGradient mask path pattern polygon
  polyline radialGradient rect set stop symbol use`);

/** Attributes that an animation may change as well. */
const looks = words(`
  clip-path clip-rule color color-interpolation-filters cx cy d display dx dy fill fill-opacity fill-rule filter
  flood-color flood-opacity fx fy gradientTransform height mask mask-type offset opacity paint-order points r
  radius rx ry stdDeviation stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap
  stroke-linejoin stroke-miterlimit stroke-opacity stroke-width transform transform-origin values visibility
  width x x1 x2 y y1 y2`);

const settings = words(`
  accumulate additive begin by calcMode clipPathUnits dur end filterUnits from gradientUnits id in in2 k1 k2 k3 k4
  keyPoints keySplines keyTimes maskContentUnits maskUnits max min mode operator path patternContentUnits
  patternTransform patternUnits preserveAspectRatio primitiveUnits repeatCount repeatDur restart result rotate
  spreadMethod to type viewBox`);

export function isAllowedElement(name: string): boolean {
  return elements.has(name);
}

export function isAllowedAttribute(name: string, value: string): boolean {
  if (name === 'href' || name === 'xlink:href') return /^#[\w.:-]+$/.test(value);
  if (name === 'attributeName') return looks.has(value);
  if (name === 'style') return /^mask-type:(alpha|luminance);?$/.test(value);
  return (looks.has(name) || settings.has(name)) && isAllowedValue(value);
}

const calls = /(?<![\w-])(?:url\(#[\w.:-]+\)|(?:matrix|rotate|scale|skewX|skewY|translate|rgba?|hsla?)\()/g;

/** A value may be read as CSS, which loads nothing without a call: only these, and `url()` of the same drawing. */
function isAllowedValue(value: string): boolean {
  return !value.replace(calls, '').includes('(');
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
