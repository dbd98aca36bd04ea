# Varnish 7.1 or later with xkey (Debian: varnish, varnish-modules) in front of Qingye. This file is yours: where the
# site is, and who may purge. docs/operating/edge.md says how it is used.
vcl 4.1;

backend site {
    .host = "127.0.0.1";
    .port = "3000";
    # Whether the process answers: away is only who has not answered four times. A site whose database is away still has
    # its pages. Below BASE_PATH, if there is one.
    .probe = { .url = "/healthz"; .interval = 2s; .timeout = 5s; .window = 4; .threshold = 1; .initial = 1; }
}

# The machines on which the site runs.
acl purgers {
    "127.0.0.1";
    "::1";
}

# PURGE_HEADER of the site is "X-Purge-Key: " and this. Where something else on a machine of the list hands visitors'
# requests on, such as a program for https, this alone keeps them from purging.
sub qingye_may_purge {
    if (client.ip !~ purgers || req.http.X-Purge-Key != "change-this-before-use") {
        return (synth(403));
    }
}

include "/etc/varnish/qingye.vcl";
