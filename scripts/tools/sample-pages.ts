/** Each page of the sample content for a visitor, in each of its shapes: name → address. */
export const samplePages = {
  home: '/',
  products: '/product?page=2',
  category: '/product?category=%E8%8C%B6%E8%91%89&sort=price-asc',
  'category-table': '/product?category=parts',
  product: '/product/info/zhuni-teapot-150ml',
  articles: '/articles',
  article: '/articles/gongfu-tea-at-home',
  table: '/articles/water-temperature',
  'chinese-address': '/articles/%E8%8C%B6%E5%B8%AD%E5%B0%8F%E8%A8%98',
  tag: '/articles/tag/%E7%AF%80%E6%B0%A3',
  author: '/author/lin-zhiyuan',
  about: '/pages/about',
  privacy: '/pages/privacy',
  search: '/search?q=%E7%83%8F%E9%BE%8D',
  'search-products': '/search?q=%E8%8C%B6&kind=products&category=%E8%8C%B6%E5%99%A8',
  'search-nothing': '/search?q=%E7%83%8F%E9%9A%86',
  login: '/login',
};

/** An address without a page. */
export const noPage = '/nope';

/** User agent of a visitor's browser. With "Headless" in it Chromium counts as a crawler, which gets no error page. */
export const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36';
