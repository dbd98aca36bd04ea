import type { FeatureKey } from './compat-data.ts';

/** Names in the scripts that are those of a feature, and mean something else or are never asked for. */
export const unusedFeatures: Readonly<Record<FeatureKey, string>> = {
  'api.AnimationEvent.animation': 'a style, of which React looks whether it has a prefix',
  'api.CSSStyleDeclaration.cssFloat': 'a style, which React would set',
  'api.CompositionEvent.locale': 'a field of React’s events',
  'api.Document.startViewTransition': 'for React’s <ViewTransition>, which no page has',
  'api.Element.role': 'of a visitor, and an attribute of React’s',
  'api.FontFace.variant': 'the variant of a product, a parameter and a field of ours',
  'api.FormData.FormData.submitter':
    'for forms of React and its router; ours are read by client/browser/keep/form-fields.ts',
  'api.HTMLElement.popover': 'an attribute of React’s',
  'api.HTMLImageElement.fetchPriority': 'html.elements.link.fetchpriority is listed, which is the same',
  'api.HTMLLinkElement.imageSizes': 'an attribute of React’s',
  'api.IntersectionObserver.delay': 'an option of React’s scheduler',
  'api.MediaSource.handle': 'a field of the router’s routes',
  'api.MouseEvent.movementX': 'a field of React’s events, which counts it itself where it is missing',
  'api.MouseEvent.movementY': 'the same',
  'api.Navigator.login': 'a path of ours',
  'api.RTCIceCandidate.address': 'a field of ours',
  'api.RTCIceCandidate.component': 'a field of the router’s',
  'api.RTCIceCandidate.priority': 'a field of React’s',
  'api.Request.bytes': 'the size of a download, a field of the data of a product',
  'api.Request.duplex': 'for bodies that are streamed, which none is',
  'api.SVGTextPathElement.side': 'an option of a tooltip',
  'api.WindowClient.navigate': 'a function of the router’s',
  'api.Window.fence': 'an option for the Markdown of what is pasted',
  'javascript.builtins.Array.toSorted': 'a function of Radix’ own lists',
  'javascript.builtins.Iterator.drop': 'a mark of a page over which files are dragged',
  'javascript.builtins.Function.displayName': 'a name that React gives to components',
};
