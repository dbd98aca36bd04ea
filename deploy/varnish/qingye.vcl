# What Varnish keeps of Qingye, for whom, and how it is told to forget it. Nothing here needs to be changed.
vcl 4.1;

import std;
import xkey;

sub vcl_recv {
    # Before 8.0.1 Varnish hands on `http://elsewhere.example` and `https://elsewhere.example/` as if they were paths of
    # this site, and keeps the answers (VSV00018). `http://elsewhere.example/` comes as its host and its path.
    if (req.url !~ "^/") {
        return (synth(400));
    }

    if (req.url == "/.edge/purge") {
        if (req.method != "POST") {
            return (synth(405));
        }
        call qingye_may_purge;
        # At once and for good: what was withdrawn is not shown any more, even while the site cannot be asked.
        set req.http.X-Purged = xkey.purge(req.http.Surrogate-Key);
        return (synth(200));
    }

    # Two cookies matter: that of a session, whose pages are one visitor's own, and the colour mode, for which pages are
    # written. Both are read as the site reads them.
    std.collect(req.http.Cookie, "; ");
    set req.http.X-Edge-Mode = "system";
    if (req.http.Cookie ~ "(^|;[ \t]*)color-mode=\w") {
        set req.http.X-Edge-Mode = regsub(req.http.Cookie, "^(?:.*?;[ \t]*)??color-mode=(\w+).*$", "\1");
        if (req.http.X-Edge-Mode != "light" && req.http.X-Edge-Mode != "dark") {
            set req.http.X-Edge-Mode = "system";
        }
    }

    # An error is a page for people, a line for crawlers and JSON for programs. The page is kept for browsers that are
    # known for certain to be no crawler; everybody else is answered by the site.
    set req.http.X-Edge-Form = "other";
    if (req.http.Accept ~ "(?i)text/html" &&
        req.http.User-Agent ~ "^Mozilla/5\.0 \((Windows NT|Macintosh|X11|iPhone|iPad|Linux; Android) ?[\w ;.,:-]*\) (AppleWebKit/[\d.]+ \(KHTML, like Gecko\) (Version/[\d.]+ )?(Chrome/[\d.]+ )?(Mobile/\w+ )?(Mobile )?Safari/[\d.]+( Edg/[\d.]+)?|Gecko/[\d.]+ Firefox/[\d.]+)$" &&
        req.http.User-Agent !~ "(?i)bot|crawl|spider|http|google|facebook") {
        set req.http.X-Edge-Form = "page";
    }

    # Varnish itself compresses with gzip, and has said so here. With `-p http_gzip_support=off` it keeps what the site
    # has compressed, in brotli too.
    if (req.http.Accept-Encoding ~ "(^|,)\s*br\s*(;\s*q=(1|0\.[1-9])[\d.]*\s*)?(,|$)") {
        set req.http.Accept-Encoding = "br";
    } else if (req.http.Accept-Encoding ~ "(^|,)\s*gzip\s*(;\s*q=(1|0\.[1-9])[\d.]*\s*)?(,|$)") {
        set req.http.Accept-Encoding = "gzip";
    } else {
        unset req.http.Accept-Encoding;
    }

    # What is over is sent only when the site fails (stale-if-error).
    if (req.restarts == 0 && std.healthy(req.backend_hint)) {
        set req.grace = 0s;
    } else {
        set req.grace = 1d;
    }
    # Whether the request begins again when the site fails.
    unset req.http.X-Edge-First;
    if (req.restarts == 0 && !req.http.Range && (req.method == "GET" || req.method == "HEAD") &&
        req.http.Cookie !~ "(^|;)\s*(__Host-)?session\s*(=|;|$)") {
        set req.http.X-Edge-First = "1";
    }

    # Players ask for parts of films, which may be too large to be kept.
    if (req.http.Range && req.url ~ "/media/") {
        return (pass);
    }
}

# In the place of the rule that every cookie makes an answer somebody's own.
sub vcl_req_cookie {
    if (req.http.Cookie ~ "(^|;)\s*(__Host-)?session\s*(=|;|$)") {
        return (pass);
    }
    return;
}

sub vcl_backend_response {
    if (beresp.status >= 500) {
        if (bereq.is_bgfetch) {
            return (abandon);
        }
        # An answer, even one that is not kept, would take the place of what is there from before. An error does not, and
        # the request begins again: it finds that, or asks the site once more and delivers what it says.
        if (bereq.http.X-Edge-First && !bereq.uncacheable) {
            return (error(503));
        }
        # Not remembered, so that what is there from before is found.
        set beresp.ttl = 0s;
        set beresp.grace = 0s;
        set beresp.uncacheable = true;
        return (deliver);
    }

    # Varnish keeps other redirects for the time that they say, and not this one.
    if (beresp.status == 308 && beresp.http.Cache-Control ~ "s-maxage=\d") {
        set beresp.ttl = std.duration(regsub(beresp.http.Cache-Control, "^.*s-maxage=(\d+).*$", "\1s"), 0s);
    }
    set beresp.http.xkey = beresp.http.Surrogate-Key;
    if (beresp.http.Cache-Control ~ "s-maxage=") {
        set beresp.grace = 1d;
    }

    # What the answer depends on, by the few values that there are. Browsers get what the site has said, without the
    # cookies.
    if (beresp.http.Vary ~ "(?i)Cookie|User-Agent") {
        set beresp.http.X-Edge-Vary = regsub(beresp.http.Vary, "(?i),?\s*Cookie", "");
        if (beresp.http.Content-Type ~ "^text/html") {
            set beresp.http.Vary = "Accept-Encoding, X-Edge-Mode";
        } else {
            set beresp.http.Vary = "Accept-Encoding";
        }
        if (beresp.http.X-Edge-Vary ~ "(?i)User-Agent") {
            set beresp.http.Vary = beresp.http.Vary + ", X-Edge-Form";
            if (bereq.http.X-Edge-Form != "page") {
                set beresp.ttl = 0s;
            }
        }
    }
}

sub vcl_backend_error {
    # Otherwise it is kept for a moment for those who wait, and found before what is there from before.
    set beresp.ttl = 0s;
    set beresp.grace = 0s;
    set beresp.keep = 0s;
}

sub vcl_deliver {
    if (resp.status >= 500 && req.http.X-Edge-First) {
        return (restart);
    }
    # Browsers ask each time, and so does every cache between here and them: nobody tells those what has changed.
    if (resp.http.Cache-Control ~ "s-maxage=") {
        set resp.http.Cache-Control = "public, max-age=0, must-revalidate";
    }
    if (resp.http.X-Edge-Vary) {
        set resp.http.Vary = resp.http.X-Edge-Vary;
    }
    unset resp.http.X-Edge-Vary;
    unset resp.http.CDN-Cache-Control;
    unset resp.http.Surrogate-Key;
    unset resp.http.Cache-Tag;
    unset resp.http.xkey;
    if (obj.hits > 0) {
        # Of the request that fetched it.
        unset resp.http.X-Request-Id;
        set resp.http.Server-Timing = "edge;desc=hit";
    } else {
        set resp.http.Server-Timing = resp.http.Server-Timing + ", edge;desc=miss";
    }
}

sub vcl_synth {
    if (req.url == "/.edge/purge") {
        set resp.http.Content-Type = "text/plain; charset=utf-8";
        set resp.http.Cache-Control = "no-store";
        set resp.body = "" + resp.status + " " + req.http.X-Purged + {"
"};
        return (deliver);
    }
}
